import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import initCompiler from '@myriaddreamin/typst-ts-web-compiler'
import { createTypstCompiler, type TypstCompiler } from '@myriaddreamin/typst.ts/compiler'
import { loadFonts } from '@myriaddreamin/typst.ts/options.init'
import { createTypstRenderer, type TypstRenderer } from '@myriaddreamin/typst.ts/renderer'
import type { DrawableDocument } from './drawable.ts'
import { readFonts } from './fonts.ts'

const FORMATS = { vector: 0, pdf: 1 } as const
/** Typst keeps about 1 MB of each document, and its WebAssembly build cannot be told to forget: then the thread is replaced. */
const MEMORY_MAX_BYTES = 48 * 2 ** 20

const { resolve } = createRequire(import.meta.url)

/** wasm-bindgen wants the module in an object. */
const wasmOf = (file: string) => ({ module_or_path: new Uint8Array(readFileSync(resolve(file))) })

/** The template or its data are at fault; Typst itself is well. */
export class DrawingError extends Error {}

interface Engine {
  readonly compiler: TypstCompiler
  readonly memory: WebAssembly.Memory
}

let engine: Promise<Engine> | null = null
let renderer: Promise<TypstRenderer> | null = null

const startEngine = async (compiled: WebAssembly.Module): Promise<Engine> => {
  const { memory } = await initCompiler({ module_or_path: compiled })
  const compiler = createTypstCompiler()
  // It finds the module started. Without `assets: false` it would fetch fonts from another host.
  await compiler.init({
    getModule: () => new Uint8Array(),
    beforeBuild: [loadFonts(readFonts(), { assets: false })],
  })
  return { compiler, memory }
}

const startRenderer = async (): Promise<TypstRenderer> => {
  const created = createTypstRenderer()
  const wasm = wasmOf('@myriaddreamin/typst-ts-renderer/wasm')
  // The types of typst.ts do not know the object yet.
  await created.init({ getModule: () => wasm as unknown as BufferSource, beforeBuild: [] })
  return created
}

/** Throws with the messages of Typst. */
export const compile = async (
  compiled: WebAssembly.Module,
  { template, data, pictures = {} }: DrawableDocument,
  format: keyof typeof FORMATS,
): Promise<Uint8Array> => {
  const { compiler } = await (engine ??= startEngine(compiled))
  for (const [path, source] of Object.entries(template.sources)) compiler.addSource(path, source)
  for (const [path, bytes] of Object.entries(pictures)) compiler.mapShadow(path, bytes)
  try {
    const { result, diagnostics } = await compiler.compile({
      mainFilePath: template.main,
      format: FORMATS[format],
      inputs: { data: JSON.stringify(data) },
      diagnostics: 'unix',
    })
    if (!result) throw new DrawingError(`the document was not drawn: ${(diagnostics ?? []).join('\n')}`)
    return result
  } finally {
    // A picture of one document must not appear in the next one.
    compiler.resetShadow()
  }
}

/** Whether the thread should not draw any more. */
export const isWorn = async (): Promise<boolean> =>
  engine !== null && (await engine).memory.buffer.byteLength > MEMORY_MAX_BYTES

export const toSvg = async (vector: Uint8Array): Promise<string> => {
  const typst = await (renderer ??= startRenderer())
  return typst.runWithSession({ format: 'vector', artifactContent: vector }, (session) =>
    session.renderSvg({ data_selection: { body: true, defs: true, css: false, js: false } }),
  )
}
