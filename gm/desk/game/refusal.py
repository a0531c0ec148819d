"""The errors of the operator's acts."""


class OperatorError(ValueError):
    """The act cannot be done, and nothing has changed. The text says why."""


class NoGame(OperatorError):
    """There is no game of that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no game {name}")
        self.name = name
