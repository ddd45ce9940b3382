import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setFlagsFromString } from 'node:v8'

const FILE = createRequire(import.meta.url).resolve('@myriaddreamin/typst-ts-web-compiler/wasm')
let compiled: Promise<WebAssembly.Module> | null = null

/**
 * V8 compiles functions of WebAssembly again, optimised, while they run. For a program of this size that took 100 MB, which
 * allocators of several threads keep, and made drawing no quicker: only the most used functions are worth it, one at a time.
 */
const calmOptimiser = (): void => {
  setFlagsFromString('--wasm-tiering-budget=2000000000')
  setFlagsFromString('--wasm-num-compilation-tasks=1')
}

const compile = async (): Promise<WebAssembly.Module> => {
  calmOptimiser()
  return WebAssembly.compile(new Uint8Array(await readFile(FILE)))
}

/**
 * Typst as machine code, compiled once beside the event loop. Every drawing thread shares it: the next one starts at once,
 * and their memory does not hold it again.
 */
export const typstEngine = (): Promise<WebAssembly.Module> => (compiled ??= compile())
