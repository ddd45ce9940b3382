import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createTypstCompiler, type TypstCompiler } from '@myriaddreamin/typst.ts/compiler'
import { loadFonts } from '@myriaddreamin/typst.ts/options.init'
import { createTypstRenderer, type TypstRenderer } from '@myriaddreamin/typst.ts/renderer'
import type { DrawableDocument } from './documents.ts'
import { readFonts } from './fonts.ts'

const FORMATS = { vector: 0, pdf: 1 } as const
/** Typst keeps what it has drawn; so often it forgets, and memory stays level. */
const DOCUMENTS_BETWEEN_RESETS = 20

const { resolve } = createRequire(import.meta.url)

/** wasm-bindgen wants the module in an object, which the types of typst.ts do not say yet. */
const wasmModule = (file: string) => () =>
  ({ module_or_path: new Uint8Array(readFileSync(resolve(file))) }) as unknown as BufferSource

let compiler: Promise<TypstCompiler> | null = null
let renderer: Promise<TypstRenderer> | null = null
let drawn = 0

const startCompiler = async (): Promise<TypstCompiler> => {
  const created = createTypstCompiler()
  await created.init({
    getModule: wasmModule('@myriaddreamin/typst-ts-web-compiler/wasm'),
    // Without `assets: false` it fetches fonts from another host.
    beforeBuild: [loadFonts(readFonts(), { assets: false })],
  })
  return created
}

const startRenderer = async (): Promise<TypstRenderer> => {
  const created = createTypstRenderer()
  await created.init({
    getModule: wasmModule('@myriaddreamin/typst-ts-renderer/wasm'),
    beforeBuild: [],
  })
  return created
}

/** Throws with the messages of Typst. */
export const compile = async (
  { template, data, pictures = {} }: DrawableDocument,
  format: keyof typeof FORMATS,
): Promise<Uint8Array> => {
  const typst = await (compiler ??= startCompiler())
  if (drawn > 0 && drawn % DOCUMENTS_BETWEEN_RESETS === 0) await typst.reset()
  drawn += 1
  for (const [path, source] of Object.entries(template.sources)) typst.addSource(path, source)
  for (const [path, bytes] of Object.entries(pictures)) typst.mapShadow(path, bytes)
  try {
    const { result, diagnostics } = await typst.compile({
      mainFilePath: template.main,
      format: FORMATS[format],
      inputs: { data: JSON.stringify(data) },
      diagnostics: 'unix',
    })
    if (!result) throw new Error(`the document was not drawn: ${(diagnostics ?? []).join('\n')}`)
    return result
  } finally {
    // A picture of one document must not appear in the next one.
    typst.resetShadow()
  }
}

export const toSvg = async (vector: Uint8Array): Promise<string> => {
  const typst = await (renderer ??= startRenderer())
  return typst.runWithSession({ format: 'vector', artifactContent: vector }, (session) =>
    session.renderSvg({ data_selection: { body: true, defs: true, css: false, js: false } }),
  )
}
