/** JavaScript problems: the learner's code runs in QuickJS inside WebAssembly and never in the browser's own engine. */
import { newVariant, newQuickJSWASMModuleFromVariant, type QuickJSContext } from 'quickjs-emscripten-core'
import releaseSync from '@jitl/quickjs-wasmfile-release-sync'
import { truncateOutput } from './truncate-output.ts'
import type { Program, RunResult } from './protocol.ts'
import { serve } from './serve.ts'

/** Small enough that QuickJS detects infinite recursion before the browser's own stack overflows. */
const STACK_BYTES = 128 * 1024
/** A program that prints more characters is stopped as an infinite loop. */
const PRINT_MAX = 200_000

/** `answer.js:3: TypeError: …`, without the engine's own frames. */
const describeError = (context: QuickJSContext, handle: Parameters<QuickJSContext['dump']>[0]): string => {
  const found = context.dump(handle) as { name?: string; message?: string; stack?: string } | string
  if (typeof found === 'string') return found
  const line = /answer\.js:(\d+)/.exec(found.stack ?? '')?.[1]
  const text = `${found.name ?? 'Error'}: ${found.message ?? ''}`
  return line ? `Line ${line}: ${text}` : text
}

const PRELUDE = `
globalThis.console = Object.freeze(Object.fromEntries(['log', 'info', 'warn', 'error', 'debug'].map((name) => [name,
  (...parts) => __print(parts.map((part) => typeof part === 'string' ? part
    : typeof part === 'object' && part !== null ? JSON.stringify(part) : String(part)).join(' ') + '\\n')])));
{
  const lines = __input.split('\\n');
  if (lines.at(-1) === '') lines.pop();
  globalThis.readline = () => lines.shift() ?? null;
  globalThis.input = __input;
}`
const CALL = (name: string) => `
Promise.resolve().then(() => ${name}(...JSON.parse(__input)))
  .then((value) => __done(JSON.stringify(value) ?? 'undefined'), (error) => { globalThis.__error = error; __failed() })`

type Engine = Awaited<ReturnType<typeof newQuickJSWASMModuleFromVariant>>

/** What a program did until it ended or was stopped. */
interface Trace {
  isTimedOut: boolean
  printed: string
  returned: string | null
  hasFailed: boolean
}

/** A fresh context with the program's limits; the trace fills while the program runs. */
const openContext = (engine: Engine, program: Program) => {
  const runtime = engine.newRuntime()
  runtime.setMemoryLimit(program.memoryMb * 1_048_576)
  runtime.setMaxStackSize(STACK_BYTES)
  const deadline = performance.now() + program.timeLimitMs
  const trace: Trace = { isTimedOut: false, printed: '', returned: null, hasFailed: false }
  runtime.setInterruptHandler(() => {
    trace.isTimedOut = performance.now() > deadline
    return trace.isTimedOut || trace.printed.length > PRINT_MAX
  })
  const context = runtime.newContext()
  const expose = (name: string, action: (text: string) => void) => {
    const handle = context.newFunction(name, (text) => {
      action(text ? context.getString(text) : '')
    })
    context.setProp(context.global, name, handle)
    handle.dispose()
  }
  expose('__print', (text) => {
    if (trace.printed.length <= PRINT_MAX) trace.printed += text
  })
  expose('__done', (text) => (trace.returned = text))
  expose('__failed', () => (trace.hasFailed = true))
  const input = context.newString(program.input)
  context.setProp(context.global, '__input', input)
  input.dispose()
  return { runtime, context, trace }
}

type Opened = ReturnType<typeof openContext>

/** The error of the code, or null. */
const evaluate = ({ context }: Opened, code: string, name: string): string | null => {
  const result = context.evalCode(code, name)
  if (!result.error) {
    result.value.dispose()
    return null
  }
  const text = describeError(context, result.error)
  result.error.dispose()
  return text
}

const runPendingJobs = ({ runtime }: Opened): string | null => {
  const result = runtime.executePendingJobs()
  if (!result.error) {
    result.dispose()
    return null
  }
  const text = describeError(result.error.context, result.error)
  result.error.dispose()
  return text
}

/** Runs the program; returns its error, or null. */
const runProgram = (opened: Opened, { code, call }: Program): string | null => {
  const { context, trace } = opened
  const error =
    evaluate(opened, PRELUDE, 'prelude.js') ??
    evaluate(opened, code, 'answer.js') ??
    (call === null ? null : evaluate(opened, CALL(call), 'call.js')) ??
    runPendingJobs(opened)
  if (trace.hasFailed) {
    const thrown = context.getProp(context.global, '__error')
    const text = describeError(context, thrown)
    thrown.dispose()
    return text
  }
  const isOpen = error === null && call !== null && trace.returned === null
  return isOpen ? 'The function never returned: its promise stays open.' : error
}

const close = ({ context, runtime }: Opened) => {
  try {
    context.dispose()
    runtime.dispose()
  } catch {
    // Objects that a stopped program leaves behind are freed with the worker.
  }
}

const resultOf = (
  { isTimedOut, printed, returned }: Trace,
  error: string | null,
  isCall: boolean,
): RunResult => {
  const common = { printed: isCall ? truncateOutput(printed) : '', output: '', error: '' }
  if (isTimedOut) return { ...common, outcome: 'time' }
  if (error !== null && /out of memory/i.test(error)) return { ...common, outcome: 'memory' }
  if (error !== null)
    return {
      ...common,
      outcome: 'error',
      printed: truncateOutput(printed),
      error: truncateOutput(error, 4000),
    }
  return { ...common, outcome: 'output', output: truncateOutput(isCall ? (returned ?? '') : printed) }
}

serve(async (files) => {
  const wasm = files['emscripten-module.wasm']
  if (!wasm) throw new Error('the engine is missing')
  const engine = await newQuickJSWASMModuleFromVariant(newVariant(releaseSync, { wasmBinary: wasm }))

  return (program: Program): RunResult => {
    const opened = openContext(engine, program)
    const error = runProgram(opened, program)
    close(opened)
    return resultOf(opened.trace, error, program.call !== null)
  }
})
