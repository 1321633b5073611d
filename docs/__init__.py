"""The pages, and what makes their pictures and their site."""
