"""The first evening: five points on a breadboard, hole by hole, checked against the nets."""
