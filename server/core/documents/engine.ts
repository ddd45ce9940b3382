import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const FILE = createRequire(import.meta.url).resolve('@myriaddreamin/typst-ts-web-compiler/wasm')
let compiled: Promise<WebAssembly.Module> | null = null

/**
 * Typst as machine code, compiled once beside the event loop. Every drawing thread shares it: the next one starts at once,
 * and their memory does not hold it again.
 */
export const typstEngine = (): Promise<WebAssembly.Module> =>
  (compiled ??= readFile(FILE).then((bytes) => WebAssembly.compile(new Uint8Array(bytes))))
