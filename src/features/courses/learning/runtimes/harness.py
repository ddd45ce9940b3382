def _build():
    import builtins
    import gc
    import io
    import json
    import linecache
    import sys
    import traceback

    # The way out to JavaScript: modules, their finders, and whoever imports them again.
    walled = {"js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "micropip", "pyodide_http"}
    import time, random, math, re, datetime, collections, itertools, functools, string, statistics, decimal, fractions
    import heapq, bisect, dataclasses, typing, enum, copy, textwrap, asyncio

    for finder in list(sys.meta_path):
        if type(finder).__module__.split(".")[0] in walled:
            sys.meta_path.remove(finder)
    for name in list(sys.modules):
        if name.split(".")[0] in walled:
            del sys.modules[name]

    class Wall:
        @staticmethod
        def find_spec(name, path=None, target=None):
            if name.split(".")[0] in walled:
                raise ImportError(f"{name} is not available here")
            return None

    sys.meta_path.insert(0, Wall)

    class TooMuch(BaseException):
        pass

    class Paper(io.TextIOBase):
        """Standard output that ends a program which prints without end."""

        def __init__(self, most):
            self.parts = []
            self.length = 0
            self.most = most

        def writable(self):
            return True

        def write(self, text):
            self.length += len(text)
            if self.length > self.most:
                raise TooMuch()
            self.parts.append(text)
            return len(text)

        def text(self):
            return "".join(self.parts)

    NAME = "answer.py"
    PRINT_MAX = 200_000

    def describe(error):
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == NAME]
        if isinstance(error, SyntaxError) and error.filename == NAME:
            lines = [error.lineno]
        text = "".join(traceback.format_exception_only(type(error), error)).strip().splitlines()[-1]
        return f"Line {lines[-1]}: {text}" if lines and lines[-1] else text

    def plain(value):
        if isinstance(value, (set, frozenset)):
            return sorted(value)
        if hasattr(value, "__iter__"):
            return list(value)
        return repr(value)

    def run_answer(code, call, given):
        paper = Paper(PRINT_MAX)
        entered = io.StringIO("" if call else given)

        def ask(prompt=""):
            line = entered.readline()
            if line == "":
                raise EOFError("there is no more input")
            return line.rstrip("\n")

        before = (sys.stdout, sys.stderr, sys.stdin, builtins.input)
        sys.stdout = sys.stderr = paper
        sys.stdin = entered
        builtins.input = ask
        result = {"outcome": "output", "output": "", "printed": "", "error": ""}
        space = {"__name__": "__main__", "__builtins__": builtins}
        try:
            linecache.cache[NAME] = (len(code), None, code.splitlines(True), NAME)
            exec(compile(code, NAME, "exec"), space)
            if call:
                if call not in space:
                    raise NameError(f"there is no function {call}")
                result["output"] = json.dumps(space[call](*json.loads(given)), default=plain, ensure_ascii=False)
        except SystemExit:
            pass
        except MemoryError:
            result["outcome"] = "memory"
        except TooMuch:
            result["outcome"] = "error"
            result["error"] = "The program printed too much and was stopped."
        except BaseException as error:
            result["outcome"] = "error"
            result["error"] = describe(error)
        finally:
            sys.stdout, sys.stderr, sys.stdin, builtins.input = before
        printed = paper.text()
        if call or result["outcome"] != "output":
            result["printed"] = printed
        else:
            result["output"] = printed
        space.clear()
        gc.collect()
        return json.dumps(result)

    return run_answer


run_answer = _build()
del _build
