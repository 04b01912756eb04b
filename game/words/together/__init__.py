"""What is said when people play together; it comes with the rest of that, and not before."""
