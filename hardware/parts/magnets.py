"""The magnets that are bought. What they do to reeds and to each other: see `hardware/magnets`."""

from __future__ import annotations

from dataclasses import dataclass, replace

DENSITY = 7.5e-3
"""Grams a mm³ of sintered neodymium, iron and boron."""


@dataclass(frozen=True, slots=True)
class Grade:
    """A grade of magnets, or several, with their remanence in tesla.

    Attributes:
        name: Its name.
        least: The least remanence that a magnet of this grade may have.
        most: The most.
    """

    name: str
    least: float
    most: float


GRADES = {
    grade.name: grade
    for grade in (
        Grade("N35", 1.17, 1.22),
        Grade("N42", 1.28, 1.32),
        Grade("N45", 1.32, 1.38),
        Grade("N52", 1.42, 1.48),
    )
}
"""The widest range of the three tables in `GRADE_SOURCES`, which differ by a hundredth or two."""

GRADE_SOURCES = {
    "magnetexpert.com/magnetic-properties-of-neodymium-magnets-i694": {
        "N35": (1.17, 1.22),
        "N42": (1.28, 1.32),
        "N45": (1.32, 1.38),
        "N52": (1.43, 1.48),
    },
    "en.shanghaimagnet.com/about/Production-Process": {
        "N35": (1.17, 1.22),
        "N42": (1.28, 1.32),
        "N45": (1.32, 1.37),
        "N52": (1.42, 1.46),
    },
    "kjmagnetics.com/specs.asp": {
        "N35": (1.17, 1.21),
        "N42": (1.30, 1.32),
        "N45": (1.33, 1.37),
        "N52": (1.45, 1.48),
    },
}
"""Public tables of remanence (tesla), as they were read in November 2026."""

BOUGHT = GRADES["N45"]
"""The grade of the pieces' magnets; every calculation covers its whole range."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc magnet, magnetised through its thickness; millimetres.

    Attributes:
        diameter: Its diameter.
        thickness: Its thickness.
        grade: Its grade.
        strong: Whether it is the strongest of that grade, and not the weakest.
    """

    diameter: float
    thickness: float
    grade: Grade = BOUGHT
    strong: bool = False

    def __str__(self) -> str:
        return f"{self.diameter:g} × {self.thickness:g} mm"

    @property
    def remanence(self) -> float:
        """Its remanence (tesla)."""
        return self.grade.most if self.strong else self.grade.least

    @property
    def strongest(self) -> Disc:
        """The strongest disc of its grade: what pushes, and what is felt next door."""
        return replace(self, strong=True)


PIECE = Disc(6, 3)
"""What is glued into every piece, markers of Gomony included."""

ARTICLES = {
    "supermagnete S-06-03-N": (Disc(6, 3), "N45"),
    "supermagnete S-06-02-N": (Disc(6, 2), "N45"),
    "supermagnete S-08-01-N": (Disc(8, 1), "N45"),
    "supermagnete S-08-02-N": (Disc(8, 2), "N45"),
    "supermagnete S-08-03-N": (Disc(8, 3), "N45"),
    "supermagnete S-10-01-N": (Disc(10, 1), "N35"),
    "supermagnete S-10-02-N": (Disc(10, 2), "N42"),
}
"""Articles of a shop, with the size and grade that its pages state, as two public repositories of
parts quote them in October 2026."""

ARTICLE = "supermagnete S-06-03-N"
"""The article that is ordered."""
