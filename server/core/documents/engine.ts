import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setFlagsFromString } from 'node:v8'

const FILE = createRequire(import.meta.url).resolve('@myriaddreamin/typst-ts-web-compiler/wasm')
let compiled: Promise<WebAssembly.Module> | null = null

/** V8 checks each function when it is first needed: to check all 28 MB beforehand takes a quarter of the first document. */
const compile = async (): Promise<WebAssembly.Module> => {
  const bytes = await readFile(FILE)
  setFlagsFromString('--wasm-lazy-validation')
  try {
    return await WebAssembly.compile(bytes)
  } finally {
    setFlagsFromString('--no-wasm-lazy-validation')
  }
}

/**
 * Typst as machine code, compiled once beside the event loop. Every drawing thread shares it: the next one starts at once,
 * and their memory does not hold it again.
 */
export const typstEngine = (): Promise<WebAssembly.Module> => (compiled ??= compile())
