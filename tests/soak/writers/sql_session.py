"""A session that stays open, in a psql that reads from a pipe. Standard library only."""
import subprocess

# The transaction lost to another one, as an application has to expect: a deadlock, a lock that took too long, a conflict of versions.
GAVE_WAY = {"40P01", "55P03", "40001"}


class SqlError(RuntimeError):
    """A statement that failed, with the SQLSTATE of the server."""

    def __init__(self, statement, state, words):
        super().__init__(f"{words.strip()} (SQLSTATE {state}), after: {statement[:300]}")
        self.state = state


class SqlSession:
    """Used by one thread. Ends its server session when it is closed, or when this process ends: psql sees the end of its input then."""

    END = "end-of-statement"

    def __init__(self, command, environment):
        self.process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
                                        bufsize=1, start_new_session=True)

    def run(self, statement):
        """The lines of the answer to one statement. Fails with SqlError."""
        try:
            # psql itself says how the statement ended; what it prints before that belongs to the statement.
            self.process.stdin.write(f"{statement};\n\\echo {self.END} :ERROR :SQLSTATE\n")
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError) as problem:
            raise SqlError(statement, "08000", f"the session has ended: {self.process.stdout.read() if not self.process.stdout.closed else problem}") from problem
        lines = []
        for line in self.process.stdout:
            words = line.rstrip("\n").split(" ")
            if words[0] == self.END and len(words) == 3:
                if words[1] == "true":
                    raise SqlError(statement, words[2], "".join(lines))
                return [text.rstrip("\n") for text in lines]
            lines.append(line)
        raise SqlError(statement, "08000", f"the session ended: {''.join(lines)}")

    def close(self):
        try:
            self.process.stdin.close()
            self.process.wait(10)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait(5)
        finally:
            self.process.stdout.close()
