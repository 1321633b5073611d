"""Engines: solvers for puzzles, and the computer as an opponent."""

from companion.engines.contract import Interrupted, Solver
from companion.engines.solver import solver_for

__all__ = ["Interrupted", "Solver", "solver_for"]
