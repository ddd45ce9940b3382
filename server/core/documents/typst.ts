import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import initCompiler, { type InitOutput } from '@myriaddreamin/typst-ts-web-compiler'
import { createTypstCompiler, type TypstCompiler } from '@myriaddreamin/typst.ts/compiler'
import { loadFonts } from '@myriaddreamin/typst.ts/options.init'
import { createTypstRenderer, type TypstRenderer } from '@myriaddreamin/typst.ts/renderer'
import type { DrawableDocument } from './drawable.ts'
import { readFonts } from './fonts.ts'
import { takeImage, type MemoryImage } from './memory-image.ts'

/** Typst goes back to its memory after the first document once it has drawn so many. */
const DOCUMENTS_MAX = 8
const ROOM_BYTES = 24 * 2 ** 20
/** Only a document far larger than ours needs more; its thread is replaced. */
const MEMORY_MAX_BYTES = 96 * 2 ** 20

const { resolve } = createRequire(import.meta.url)

/** wasm-bindgen wants the module in an object. */
const wasmOf = (file: string) => ({ module_or_path: new Uint8Array(readFileSync(resolve(file))) })

/** The template or its data are at fault; Typst itself is well. */
export class DrawingError extends Error {}

interface Engine {
  readonly compiler: TypstCompiler
  readonly wasm: InitOutput
  image: MemoryImage | null
  /** Documents since the last restore. */
  drawn: number
}

let engine: Promise<Engine> | null = null
let renderer: Promise<TypstRenderer> | null = null

const startEngine = async (compiled: WebAssembly.Module): Promise<Engine> => {
  const wasm = await initCompiler({ module_or_path: compiled })
  const compiler = createTypstCompiler()
  // It finds the module started. Without `assets: false` it would fetch fonts from another host.
  await compiler.init({
    getModule: () => new Uint8Array(),
    beforeBuild: [loadFonts(readFonts(), { assets: false })],
  })
  return { compiler, wasm, image: null, drawn: 0 }
}

/** With the second document, so that nobody waits for it at the first one. */
const forget = (engine: Engine): void => {
  const { __wbindgen_export: allocate, __wbindgen_export4: free, memory } = engine.wasm
  if (engine.image === null && engine.drawn > 0)
    engine.image = takeImage(memory, { allocate, free }, ROOM_BYTES)
  if (engine.drawn < DOCUMENTS_MAX) return
  engine.image?.restore()
  engine.drawn = 0
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
  format: 'vector' | 'pdf',
): Promise<Uint8Array> => {
  const started = await (engine ??= startEngine(compiled))
  forget(started)
  started.drawn += 1
  const { compiler } = started
  for (const [path, source] of Object.entries(template.sources)) compiler.addSource(path, source)
  for (const [path, bytes] of Object.entries(pictures)) compiler.mapShadow(path, bytes)
  try {
    const inputs = { data: JSON.stringify(data) }
    // Frees the world at once; `compile()` leaves it to the garbage collector, which must not free what a restore took back.
    const { result, diagnostics } = await compiler.runWithWorld(
      { mainFilePath: template.main, inputs },
      async (world) => world[format]({ diagnostics: 'unix' }),
    )
    if (!result) throw new DrawingError(`the document was not drawn: ${(diagnostics ?? []).join('\n')}`)
    return result
  } finally {
    // A picture of one document must not appear in the next one.
    compiler.resetShadow()
  }
}

/** What Typst has taken; it never becomes less. */
export const memoryBytes = async (): Promise<number> =>
  engine === null ? 0 : (await engine).wasm.memory.buffer.byteLength

/** Whether the thread should not draw any more. */
export const isWorn = async (): Promise<boolean> => (await memoryBytes()) > MEMORY_MAX_BYTES

export const toSvg = async (vector: Uint8Array): Promise<string> => {
  const typst = await (renderer ??= startRenderer())
  return typst.runWithSession({ format: 'vector', artifactContent: vector }, (session) =>
    session.renderSvg({ data_selection: { body: true, defs: true, css: false, js: false } }),
  )
}
