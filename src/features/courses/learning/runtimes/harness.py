def _build():
    import builtins
    import gc
    import io
    import json
    import linecache
    import sys
    import traceback

    # Blocks access to JavaScript: removes the modules and their finders, and refuses to import them again.
    blocked = {"js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "micropip", "pyodide_http"}
    import time, random, math, re, datetime, collections, itertools, functools, string, statistics, decimal, fractions
    import heapq, bisect, dataclasses, typing, enum, copy, textwrap, asyncio

    for finder in list(sys.meta_path):
        if type(finder).__module__.split(".")[0] in blocked:
            sys.meta_path.remove(finder)
    for name in list(sys.modules):
        if name.split(".")[0] in blocked:
            del sys.modules[name]

    class BlockedFinder:
        @staticmethod
        def find_spec(name, path=None, target=None):
            if name.split(".")[0] in blocked:
                raise ImportError(f"{name} is not available here")
            return None

    sys.meta_path.insert(0, BlockedFinder)

    class OutputLimitReached(BaseException):
        pass

    class LimitedOutput(io.TextIOBase):
        """Standard output that stops a program that prints too much."""

        def __init__(self, max_length):
            self.parts = []
            self.length = 0
            self.max_length = max_length

        def writable(self):
            return True

        def write(self, text):
            self.length += len(text)
            if self.length > self.max_length:
                raise OutputLimitReached()
            self.parts.append(text)
            return len(text)

        def text(self):
            return "".join(self.parts)

    NAME = "answer.py"
    PRINT_MAX = 200_000

    def describe_error(error):
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == NAME]
        if isinstance(error, SyntaxError) and error.filename == NAME:
            lines = [error.lineno]
        text = "".join(traceback.format_exception_only(type(error), error)).strip().splitlines()[-1]
        return f"Line {lines[-1]}: {text}" if lines and lines[-1] else text

    def to_json_value(value):
        if isinstance(value, (set, frozenset)):
            return sorted(value)
        if hasattr(value, "__iter__"):
            return list(value)
        return repr(value)

    def run_answer(code, call, input_text):
        output = LimitedOutput(PRINT_MAX)
        standard_input = io.StringIO("" if call else input_text)

        def read_line(prompt=""):
            line = standard_input.readline()
            if line == "":
                raise EOFError("there is no more input")
            return line.rstrip("\n")

        originals = (sys.stdout, sys.stderr, sys.stdin, builtins.input)
        sys.stdout = sys.stderr = output
        sys.stdin = standard_input
        builtins.input = read_line
        result = {"outcome": "output", "output": "", "printed": "", "error": ""}
        namespace = {"__name__": "__main__", "__builtins__": builtins}
        try:
            linecache.cache[NAME] = (len(code), None, code.splitlines(True), NAME)
            exec(compile(code, NAME, "exec"), namespace)
            if call:
                if call not in namespace:
                    raise NameError(f"there is no function {call}")
                result["output"] = json.dumps(namespace[call](*json.loads(input_text)), default=to_json_value, ensure_ascii=False)
        except SystemExit:
            pass
        except MemoryError:
            result["outcome"] = "memory"
        except OutputLimitReached:
            result["outcome"] = "error"
            result["error"] = "The program printed too much and was stopped."
        except BaseException as error:
            result["outcome"] = "error"
            result["error"] = describe_error(error)
        finally:
            sys.stdout, sys.stderr, sys.stdin, builtins.input = originals
        printed = output.text()
        if call or result["outcome"] != "output":
            result["printed"] = printed
        else:
            result["output"] = printed
        namespace.clear()
        gc.collect()
        return json.dumps(result)

    return run_answer


run_answer = _build()
del _build
