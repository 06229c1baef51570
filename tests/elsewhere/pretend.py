"""Make this interpreter look like one on macOS or Windows to our own code, and to nobody else.

It is run as text, before anything of ours is loaded, in the grader's process and in that of each
submission. What a module of ours imports is then not what Linux has: `sys.platform` says another
name, the calls and constants that the other system lacks are gone from `os`, `signal` and others,
and modules that it does not have cannot be imported. `/proc` and `/sys` are not there for anybody.
The standard library, third-party packages and submissions go on seeing Linux, which they run on.

On Windows the few calls that only it has are stood in for: handles are descriptors, and
`taskkill /T` ends a process group. What is proved so is that our code asks for nothing else.
"""

import builtins
import os
import subprocess
import sys
import types

OURS = ("graders", "kata", "runners", "solutions", "__main__")
NOWHERE_ELSE = ("fcntl", "grp", "posix", "pwd", "pyseccomp", "resource", "termios", "tty", "pty")
LINUX_ALONE = {
    "os": """O_PATH O_TMPFILE O_DIRECT P_PIDFD copy_file_range eventfd fallocate getrandom
        getresgid getresuid getxattr listxattr memfd_create pidfd_open posix_fadvise
        posix_fallocate sched_getaffinity sched_setaffinity sched_getparam sched_getscheduler
        sched_setparam sched_setscheduler sched_rr_get_interval setns setresgid setresuid setxattr
        splice unshare waitid""",
    "select": "epoll",
    "signal": "pidfd_send_signal sigtimedwait sigwaitinfo SIGSTKFLT SIGPWR",
    "socket": "AF_NETLINK AF_PACKET AF_VSOCK SOCK_CLOEXEC SOCK_NONBLOCK MSG_NOSIGNAL SO_PEERCRED",
    "time": "CLOCK_BOOTTIME CLOCK_TAI pthread_getcpuclockid",
    "ctypes": "",
    "subprocess": "",
    "sys": "",
}
POSIX_ALONE = {
    "os": """EX_OK O_ACCMODE O_ASYNC O_CLOEXEC O_DIRECTORY O_DSYNC O_NDELAY O_NOATIME O_NOCTTY
        O_NOFOLLOW O_NONBLOCK O_SYNC PRIO_PROCESS WEXITSTATUS WIFEXITED WIFSIGNALED WNOHANG WTERMSIG
        chown chroot confstr ctermid fchdir fchmod fchown fdatasync fork forkpty fpathconf fstatvfs
        get_blocking getegid geteuid getgid getgrouplist getgroups getloadavg getpgid getpgrp
        getpriority getsid getuid initgroups killpg lchown lockf major makedev minor mkfifo mknod
        nice openpty pathconf posix_openpt posix_spawn posix_spawnp pread preadv pwrite pwritev
        readv register_at_fork sched_yield sendfile set_blocking setegid seteuid setgid setgroups
        setpgid setpriority setregid setreuid setsid setuid statvfs sync sysconf tcgetpgrp tcsetpgrp
        ttyname uname wait wait3 wait4 waitid writev""",
    "select": "poll",
    "signal": """ITIMER_PROF ITIMER_REAL ITIMER_VIRTUAL SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL
        SIGPIPE SIGPROF SIGQUIT SIGSTOP SIGTSTP SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ
        alarm getitimer pause pthread_kill pthread_sigmask setitimer siginterrupt sigpending
        sigwait""",
    "socket": "AF_UNIX CMSG_LEN SCM_RIGHTS recv_fds send_fds",
    "time": "CLOCK_MONOTONIC clock_gettime",
}
asked_in_vain = []
"""Which module of ours asked for what is not there: pairs of names."""
_HERE = __file__ if __file__.endswith("pretend.py") else ""
_real_import = builtins.__import__
_real_killpg, _real_popen, _real_run = os.killpg, subprocess.Popen, subprocess.run


class Seen:
    """Stand for a module, as it looks on the other system."""

    __slots__ = ("_gone", "_own", "_real")

    def __init__(self, real, gone, own):
        for name, value in (("_real", real), ("_gone", frozenset(gone)), ("_own", own)):
            object.__setattr__(self, name, value)

    def __getattribute__(self, name):
        own, gone, real = (
            object.__getattribute__(self, each) for each in ("_own", "_gone", "_real")
        )
        if name in own:
            return own[name]
        if name in gone:
            raise AttributeError(f"module {real.__name__!r} has no attribute {name!r}")
        return vars(real) if name == "__dict__" else getattr(real, name)

    def __setattr__(self, name, value):
        setattr(object.__getattribute__(self, "_real"), name, value)


def pretend(system):
    """Let our own code see `system` from now on: `darwin` or `win32`."""
    own = {name: {} for name in LINUX_ALONE}
    gone = {name: set(said.split()) for name, said in LINUX_ALONE.items()}
    own["sys"]["platform"] = system
    own["subprocess"]["Popen"] = _posix_start(system)
    blocked = {*NOWHERE_ELSE, "msvcrt", "winreg", "_winapi"}
    seen = {}
    if system == "win32":
        for name, said in POSIX_ALONE.items():
            gone[name] |= set(said.split())
        blocked.discard("msvcrt")
        _stand_in_for_windows(own, seen)
    else:
        own["os"]["wait4"] = _wait4
    builtins.__import__ = _importer(seen, gone, own, blocked)
    _hide_what_the_kernel_shows()


def _importer(seen, gone, own, blocked):
    def imported(name, globals=None, locals=None, fromlist=(), level=0):
        importer = str((globals or {}).get("__name__", ""))
        if level == 0 and importer.partition(".")[0] in OURS:
            if name.partition(".")[0] in blocked:
                asked_in_vain.append([importer, name])
                raise ModuleNotFoundError(f"No module named {name!r} on that system", name=name)
            if name not in seen and name in own:
                real = _real_import(name)
                seen[name] = Seen(real, gone[name], own[name])
            if name in seen:
                return seen[name]
        return _real_import(name, globals, locals, fromlist, level)

    return imported


def _wait4(pid, options):
    """Wait as `os.wait4` does, which imports `resource` in the name of whoever calls it."""
    return os.wait4(pid, options)


def _posix_start(system):
    """Start what ours starts in the same disguise."""

    class Popen(_real_popen):
        def __init__(self, words, **options):
            super().__init__(_disguised(list(words), system), **options)

    return Popen


def _disguised(words, system):
    if "-c" in words:
        place = words.index("-c") + 1
        load = f"exec(compile(open({_HERE!r}).read(), {_HERE!r}, 'exec'), "
        scope = f"pretending := dict(__file__={_HERE!r}, __name__='pretending'))"
        words[place] = f"{load}{scope}; pretending['pretend']({system!r}); {words[place]}"
    return words


def _stand_in_for_windows(own, seen):
    class Startup:
        lpAttributeList = None  # noqa: N815  # as Windows has it

    class Popen(_real_popen):
        def __init__(self, words, *, startupinfo=None, creationflags=0, **options):
            assert not {"pass_fds", "start_new_session"} & set(options)
            handles = startupinfo.lpAttributeList["handle_list"] if startupinfo else ()
            assert all(map(os.get_inheritable, handles))
            started = {"pass_fds": tuple(handles), "start_new_session": creationflags == 0x200}
            super().__init__(_disguised(list(words), "win32"), **options, **started)

    def run(words, **options):
        if words[0] != "taskkill":
            return _real_run(words, **options)
        try:
            _real_killpg(int(words[-1]), 9)
        except ProcessLookupError:
            return subprocess.CompletedProcess(words, 128)
        return subprocess.CompletedProcess(words, 0)

    def refuse(*words, **options):
        raise OSError(1314, "A required privilege is not held by the client")

    msvcrt = types.ModuleType("msvcrt")
    msvcrt.get_osfhandle = msvcrt.open_osfhandle = lambda given, flags=0: given
    seen["msvcrt"] = msvcrt
    os.symlink = refuse
    own["os"] |= {"O_BINARY": 0, "O_NOINHERIT": 0, "set_handle_inheritable": os.set_inheritable}
    own["subprocess"] |= {
        "Popen": Popen,
        "run": run,
        "STARTUPINFO": Startup,
        "CREATE_NEW_PROCESS_GROUP": 0x200,
    }


def _hide_what_the_kernel_shows():
    def is_hidden(path):
        try:
            path = os.fsdecode(path)
        except TypeError:
            return False
        return path in ("/proc", "/sys") or path.startswith(("/proc/", "/sys/"))

    def hook(event, arguments):
        if event in ("open", "os.listdir", "os.scandir", "os.chdir") and is_hidden(arguments[0]):
            raise FileNotFoundError(2, "No such file or directory", str(arguments[0]))

    sys.addaudithook(hook)
    for name in ("readlink", "stat", "lstat"):
        setattr(os, name, _without(getattr(os, name), is_hidden))


def _without(real, is_hidden):
    def found(path, *arguments, **named):
        if is_hidden(path):
            raise FileNotFoundError(2, "No such file or directory", str(path))
        return real(path, *arguments, **named)

    return found
