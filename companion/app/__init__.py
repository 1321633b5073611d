"""The running program: start-up, the loop and its threads, terminal output, the referee.

The referee gives other programs the rules.
"""
