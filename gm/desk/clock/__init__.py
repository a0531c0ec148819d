"""Time: when deadlines fall, what moves them, what is said of them. The arithmetic is pure."""
