"""What is known, and the time, made into a frame of colours."""
