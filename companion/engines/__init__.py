"""What looks ahead: solvers, which find a puzzle's solution or prove that there is none."""

from companion.engines.contract import Interrupted, Solver
from companion.engines.solver import solver_for

__all__ = ["Interrupted", "Solver", "solver_for"]
