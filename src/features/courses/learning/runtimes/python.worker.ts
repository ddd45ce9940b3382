/** Python problems: CPython in WebAssembly (Pyodide), without its way out to JavaScript. */
import { loadPyodide } from 'pyodide'
import createPyodideModule from 'pyodide/pyodide.asm.mjs'
import { info } from 'pyodide/pyodide-lock.json'
import HARNESS from './harness.py?raw'
import { truncateOutput } from './truncate-output.ts'
import type { Program, RunResult } from './protocol.ts'
import { serve } from './serve.ts'

/** Nothing is ever fetched from here: the page hands the files over. */
const NOWHERE = 'https://runtime.invalid/'
/** What Pyodide may install: nothing. */
const NO_PACKAGES = { info, packages: {} }

const TYPES: Readonly<Record<string, string>> = { wasm: 'application/wasm', zip: 'application/zip' }

/** For the start alone: `fetch` gives what the page handed over, and is gone afterwards. */
const serveFiles = (files: Readonly<Record<string, ArrayBuffer>>) => {
  const give = (address: unknown): Promise<Response> => {
    const name =
      String(address instanceof Request ? address.url : address)
        .split('/')
        .at(-1) ?? ''
    const bytes = files[name]
    if (!bytes) return Promise.reject(new Error(`not at hand: ${name}`))
    const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    return Promise.resolve(new Response(bytes, { headers: { 'content-type': type } }))
  }
  Object.defineProperty(globalThis, 'fetch', { value: give, configurable: true, writable: true })
}

/** All of JavaScript that Python's event loop asks for. */
const bareGlobals = () =>
  Object.assign(Object.create(null) as object, {
    setTimeout: setTimeout.bind(globalThis),
    clearTimeout: clearTimeout.bind(globalThis),
    Object: Object.freeze({
      fromEntries: (entries: Iterable<readonly [string, unknown]>) => Object.fromEntries(entries),
    }),
  })

interface Answer {
  outcome: RunResult['outcome']
  output: string
  printed: string
  error: string
}

serve(async (files, memory) => {
  serveFiles(files)
  const python = await loadPyodide({
    indexURL: NOWHERE,
    stdLibURL: `${NOWHERE}python_stdlib.zip`,
    lockFileContents: NO_PACKAGES as never,
    createPyodideModule,
    jsglobals: bareGlobals(),
    checkAPIVersion: false,
  } as Parameters<typeof loadPyodide>[0])
  python.runPython(HARNESS)
  const run = python.globals.get('run_answer') as (
    code: string,
    call: string | undefined,
    input: string,
  ) => string
  python.globals.delete('run_answer')
  return (program: Program): RunResult => {
    memory.set(program.memoryMb)
    const answer = JSON.parse(run(program.code, program.call ?? undefined, program.input)) as Answer
    const outcome = memory.hit() && answer.outcome === 'error' ? 'memory' : answer.outcome
    return {
      outcome,
      output: truncateOutput(answer.output),
      printed: truncateOutput(answer.printed),
      error: outcome === 'memory' ? '' : truncateOutput(answer.error, 4000),
    }
  }
})
