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

serve(async (files) => {
  const wasm = files['emscripten-module.wasm']
  if (!wasm) throw new Error('the engine is missing')
  const engine = await newQuickJSWASMModuleFromVariant(newVariant(releaseSync, { wasmBinary: wasm }))

  return (program: Program): RunResult => {
    const runtime = engine.newRuntime()
    runtime.setMemoryLimit(program.memoryMb * 1_048_576)
    runtime.setMaxStackSize(STACK_BYTES)
    const deadline = performance.now() + program.timeLimitMs
    let isTimedOut = false
    let printed = ''
    runtime.setInterruptHandler(() => {
      isTimedOut = performance.now() > deadline
      return isTimedOut || printed.length > PRINT_MAX
    })
    const context = runtime.newContext()
    let returned: string | null = null
    let hasFailed = false
    const expose = (name: string, action: (text: string) => void) => {
      const handle = context.newFunction(name, (text) => {
        action(text ? context.getString(text) : '')
      })
      context.setProp(context.global, name, handle)
      handle.dispose()
    }
    expose('__print', (text) => {
      if (printed.length <= PRINT_MAX) printed += text
    })
    expose('__done', (text) => (returned = text))
    expose('__failed', () => (hasFailed = true))
    const input = context.newString(program.input)
    context.setProp(context.global, '__input', input)
    input.dispose()

    const evaluate = (code: string, name: string): string | null => {
      const result = context.evalCode(code, name)
      if (!result.error) {
        result.value.dispose()
        return null
      }
      const text = describeError(context, result.error)
      result.error.dispose()
      return text
    }
    const runPendingJobs = (): string | null => {
      const result = runtime.executePendingJobs()
      if (!result.error) {
        result.dispose()
        return null
      }
      const text = describeError(result.error.context, result.error)
      result.error.dispose()
      return text
    }
    let error =
      evaluate(PRELUDE, 'prelude.js') ??
      evaluate(program.code, 'answer.js') ??
      (program.call === null ? null : evaluate(CALL(program.call), 'call.js')) ??
      runPendingJobs()
    if (hasFailed) {
      const thrown = context.getProp(context.global, '__error')
      error = describeError(context, thrown)
      thrown.dispose()
    } else if (error === null && program.call !== null && returned === null)
      error = 'The function never returned: its promise stays open.'
    try {
      context.dispose()
      runtime.dispose()
    } catch {
      // Objects that a stopped program leaves behind are freed with the worker.
    }
    const common = { printed: program.call === null ? '' : truncateOutput(printed) }
    if (isTimedOut) return { ...common, outcome: 'time', output: '', error: '' }
    if (error !== null && /out of memory/i.test(error))
      return { ...common, outcome: 'memory', output: '', error: '' }
    if (error !== null)
      return {
        printed: truncateOutput(printed),
        outcome: 'error',
        output: '',
        error: truncateOutput(error, 4000),
      }
    return {
      ...common,
      outcome: 'output',
      output: truncateOutput(program.call === null ? printed : (returned ?? '')),
      error: '',
    }
  }
})
