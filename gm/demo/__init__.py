"""What a demonstration needs beside the daemon: a post office of its own."""
