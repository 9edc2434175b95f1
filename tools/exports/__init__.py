"""Write a recorded match in the forms that other programs read."""
