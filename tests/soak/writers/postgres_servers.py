"""PostgreSQL servers of a test's own: a primary and, where it is asked for, a streaming standby of it. Standard library only.

They live in one temporary folder and end with the process that started them, however that ends. PostgreSQL refuses to run as root: then it
runs as the user postgres.
"""
import os
import pathlib
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time

SUPERUSER = "postgres"
START_SECONDS = 60
CATCH_UP_SECONDS = 120
SETTINGS = {
    "listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off", "shared_buffers": "64MB", "lc_messages": "C", "timezone": "UTC",
    "log_timezone": "UTC", "max_connections": "100", "max_prepared_transactions": "10", "wal_level": "replica", "max_wal_senders": "4",
    "wal_keep_size": "512MB", "hot_standby": "on", "hot_standby_feedback": "on",
}


class ServerError(RuntimeError):
    """A server that does not do what a test needs of it, in words."""


def server_programs():
    """The folder with initdb and postgres: the one that is wanted, else the newest."""
    wanted = os.environ.get("EKOS_TEST_POSTGRES_BIN")
    installed = sorted(pathlib.Path("/usr/lib/postgresql").glob("[0-9]*/bin"), key=lambda folder: float(folder.parent.name), reverse=True)
    folders = [pathlib.Path(wanted)] if wanted else installed
    if not wanted and (config := shutil.which("pg_config")):
        folders.append(pathlib.Path(subprocess.run([config, "--bindir"], capture_output=True, text=True, check=False).stdout.strip()))
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise ServerError("no PostgreSQL server is installed")


def free_port():
    """A port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def as_server(*command):
    """The command as who may run a server. It hears of the end of this process's main thread, which has to be the one that starts it."""
    prefix = ["setpriv", "--pdeathsig", "INT"]
    if os.geteuid() == 0:
        prefix += [f"--reuid={SUPERUSER}", f"--regid={SUPERUSER}", "--init-groups"]
    return prefix + [str(word) for word in command]


def give_to_server(path):
    if os.geteuid() == 0:
        user = pwd.getpwnam(SUPERUSER)
        os.chown(path, user.pw_uid, user.pw_gid)


class Server:
    """One server on a data folder that is there."""

    def __init__(self, programs, data, password):
        self.programs, self.data, self.password = programs, data, password
        self.log = data.with_name(data.name + ".log")
        self.port, self.process = 0, None

    def start(self):
        self.port = free_port()
        settings = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(as_server(self.programs / "postgres", "-D", self.data, "-p", self.port, *settings), cwd="/", stdin=subprocess.DEVNULL,
                                            stdout=log, stderr=log, start_new_session=True)
        limit = time.monotonic() + START_SECONDS
        while time.monotonic() < limit and self.process.poll() is None:
            try:
                self.sql("SELECT 1", "postgres")
                return
            except ServerError:
                time.sleep(0.1)
        raise ServerError(f"the server on {self.data.name} did not start: {self.log.read_text(encoding='utf-8', errors='replace')[-800:]}")

    def stop(self):
        """At once: the folder goes anyway."""
        if self.process is None or self.process.poll() is not None:
            return
        for number, seconds in ((signal.SIGQUIT, 20), (signal.SIGKILL, 5)):
            self.process.send_signal(number)
            try:
                self.process.wait(seconds)
                return
            except subprocess.TimeoutExpired:
                continue

    def psql(self, database, *arguments):
        """A command line of psql as the superuser; `environment` has the password."""
        own = self.programs / "psql"  # server-only packages have none
        return [str(own) if own.exists() else "psql", "-X", "-q", "-A", "-t", "-h", "127.0.0.1", "-p", str(self.port), "-U", SUPERUSER, "-d", database, *arguments]

    def environment(self, **more):
        return {"PATH": os.environ.get("PATH", ""), "LD_LIBRARY_PATH": os.environ.get("LD_LIBRARY_PATH", ""), "PGPASSWORD": self.password, "PGCLIENTENCODING": "UTF8",
                "PGCONNECT_TIMEOUT": "10", "LC_ALL": "C.UTF-8", **more}

    def sql(self, statements, database):
        """What the statements answer, without the last line end; each is a transaction of its own."""
        done = subprocess.run(self.psql(database, "-F", "\t", "-v", "ON_ERROR_STOP=1", "-f", "-"), input=statements, env=self.environment(PGAPPNAME="soak"), capture_output=True,
                              text=True, encoding="utf-8", timeout=300, start_new_session=True, check=False)
        if done.returncode != 0:
            raise ServerError(f"psql: {done.stderr.strip()}")
        return done.stdout.removesuffix("\n")


class PostgresServers:
    """A context: the primary, and `standby` once it was asked for. What they leave is removed at its end."""

    def __init__(self):
        self.folder, self.primary, self.standby = None, None, None

    def __enter__(self):
        programs = server_programs()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ekos-writers-postgres-"))
        try:
            give_to_server(self.folder)
            password = secrets.token_hex(16)
            password_file = self.folder / "password"
            password_file.write_text(password, encoding="ascii")
            password_file.chmod(0o600)
            give_to_server(password_file)
            self.run("initdb", as_server(programs / "initdb", "-D", self.folder / "primary", "-U", SUPERUSER, f"--pwfile={password_file}", "--auth=scram-sha-256", "--encoding=UTF8",
                                         "--locale=C", "--no-sync"))
            self.primary = Server(programs, self.folder / "primary", password)
            self.primary.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for server in (self.standby, self.primary):
            if server is not None:
                server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, name, command, **environment):
        done = subprocess.run(command, cwd="/", env={**os.environ, "LC_ALL": "C", **environment}, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300,
                              start_new_session=True, check=False)
        if done.returncode != 0:
            raise ServerError(f"{name} failed: {(done.stdout + done.stderr)[-800:]}")

    def add_standby(self):
        primary, data = self.primary, self.folder / "standby"
        self.run("pg_basebackup", as_server(primary.programs / "pg_basebackup", "-D", data, "-h", "127.0.0.1", "-p", primary.port, "-U", SUPERUSER, "-R", "-X", "stream", "-c", "fast",
                                            "--no-sync"), PGPASSWORD=primary.password)
        # Below what pg_basebackup wrote of the connection, which need not hold the password; the last line counts.
        with open(data / "postgresql.auto.conf", "a", encoding="utf-8") as settings:
            settings.write(f"primary_conninfo = 'host=127.0.0.1 port={primary.port} user={SUPERUSER} password={primary.password}'\n")
        self.standby = Server(primary.programs, data, primary.password)
        self.standby.start()

    def wait_for_standby(self):
        """Until the standby has replayed what the primary has written by now."""
        written = self.primary.sql("SELECT pg_current_wal_lsn()", "postgres")
        limit = time.monotonic() + CATCH_UP_SECONDS
        while self.standby.sql(f"SELECT pg_last_wal_replay_lsn() >= '{written}'::pg_lsn", "postgres") != "t":
            if time.monotonic() > limit:
                raise ServerError(f"the standby did not catch up within {CATCH_UP_SECONDS} s")
            time.sleep(0.1)
