/** JavaScript problems: the learner's code runs in QuickJS inside WebAssembly and never in the browser's own engine. */
import { newVariant, newQuickJSWASMModuleFromVariant, type QuickJSContext } from 'quickjs-emscripten-core'
import releaseSync from '@jitl/quickjs-wasmfile-release-sync'
import { truncateOutput } from './truncate-output.ts'
import type { Program, RunResult } from './protocol.ts'
import { serve } from './serve.ts'

/** Small enough that QuickJS notices a recursion without end before the browser's own stack does. */
const STACK_BYTES = 128 * 1024
/** Characters that a program may print before it is ended: a loop that prints is a loop. */
const PRINT_MAX = 200_000

/** `answer.js:3: TypeError: …`, without the engine's own frames. */
const describe = (context: QuickJSContext, handle: Parameters<QuickJSContext['dump']>[0]): string => {
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
    const ends = performance.now() + program.timeLimitMs
    let late = false
    let printed = ''
    runtime.setInterruptHandler(() => {
      late = performance.now() > ends
      return late || printed.length > PRINT_MAX
    })
    const context = runtime.newContext()
    let returned: string | null = null
    let failed = false
    const give = (name: string, action: (text: string) => void) => {
      const handle = context.newFunction(name, (text) => {
        action(text ? context.getString(text) : '')
      })
      context.setProp(context.global, name, handle)
      handle.dispose()
    }
    give('__print', (text) => {
      if (printed.length <= PRINT_MAX) printed += text
    })
    give('__done', (text) => (returned = text))
    give('__failed', () => (failed = true))
    const input = context.newString(program.input)
    context.setProp(context.global, '__input', input)
    input.dispose()

    const evaluate = (code: string, name: string): string | null => {
      const result = context.evalCode(code, name)
      if (!result.error) {
        result.value.dispose()
        return null
      }
      const text = describe(context, result.error)
      result.error.dispose()
      return text
    }
    const jobs = (): string | null => {
      const result = runtime.executePendingJobs()
      if (!result.error) {
        result.dispose()
        return null
      }
      const text = describe(result.error.context, result.error)
      result.error.dispose()
      return text
    }
    let error =
      evaluate(PRELUDE, 'prelude.js') ??
      evaluate(program.code, 'answer.js') ??
      (program.call === null ? null : evaluate(CALL(program.call), 'call.js')) ??
      jobs()
    if (failed) {
      const thrown = context.getProp(context.global, '__error')
      error = describe(context, thrown)
      thrown.dispose()
    } else if (error === null && program.call !== null && returned === null)
      error = 'The function never returned: its promise stays open.'
    try {
      context.dispose()
      runtime.dispose()
    } catch {
      // What a stopped program leaves behind goes with the worker.
    }
    const common = { printed: program.call === null ? '' : truncateOutput(printed) }
    if (late) return { ...common, outcome: 'time', output: '', error: '' }
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
