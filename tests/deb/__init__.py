"""Tests of the Debian package's contents."""
