/** Python problems: CPython in WebAssembly (Pyodide), without its access to JavaScript. */
import { loadPyodide } from 'pyodide'
import createPyodideModule from 'pyodide/pyodide.asm.mjs'
import { info } from 'pyodide/pyodide-lock.json'
import HARNESS from './harness.py?raw'
import { truncateOutput } from './truncate-output.ts'
import type { Program, RunResult } from './protocol.ts'
import { serve } from './serve.ts'

/** A placeholder: nothing is fetched from it, because the page provides the files. */
const PLACEHOLDER_URL = 'https://runtime.invalid/'
/** Pyodide may install no packages. */
const NO_PACKAGES = { info, packages: {} }

const TYPES: Readonly<Record<string, string>> = { wasm: 'application/wasm', zip: 'application/zip' }

/** During the start only, `fetch` returns the files from the page; the lockdown removes it afterwards. */
const serveFiles = (files: Readonly<Record<string, ArrayBuffer>>) => {
  const respond = (input: unknown): Promise<Response> => {
    const name =
      String(input instanceof Request ? input.url : input)
        .split('/')
        .at(-1) ?? ''
    const bytes = files[name]
    if (!bytes) return Promise.reject(new Error(`file not provided: ${name}`))
    const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    return Promise.resolve(new Response(bytes, { headers: { 'content-type': type } }))
  }
  Object.defineProperty(globalThis, 'fetch', { value: respond, configurable: true, writable: true })
}

/** The only JavaScript globals that Python's event loop needs. */
const bareGlobals = () =>
  Object.assign(Object.create(null) as object, {
    setTimeout: setTimeout.bind(globalThis),
    clearTimeout: clearTimeout.bind(globalThis),
    Object: Object.freeze({
      fromEntries: (entries: Iterable<readonly [string, unknown]>) => Object.fromEntries(entries),
    }),
  })

interface HarnessResult {
  outcome: RunResult['outcome']
  output: string
  printed: string
  error: string
}

serve(async (files, memory) => {
  serveFiles(files)
  const python = await loadPyodide({
    indexURL: PLACEHOLDER_URL,
    stdLibURL: `${PLACEHOLDER_URL}python_stdlib.zip`,
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
    const result = JSON.parse(run(program.code, program.call ?? undefined, program.input)) as HarnessResult
    const outcome = memory.hit() && result.outcome === 'error' ? 'memory' : result.outcome
    return {
      outcome,
      output: truncateOutput(result.output),
      printed: truncateOutput(result.printed),
      error: outcome === 'memory' ? '' : truncateOutput(result.error, 4000),
    }
  }
})
