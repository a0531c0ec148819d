"""Reading mail: what its writer wrote, and whether it was really they."""
