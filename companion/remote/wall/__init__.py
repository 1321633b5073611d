"""Many boards on one page: what each posts at a broker for guests, and what is read there."""
