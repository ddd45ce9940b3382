/** Draws documents; runs in its own thread (`documents.ts`). */
import type { DrawableDocument } from './documents.ts'
import { rasterize } from './raster.ts'
import { compile, toSvg } from './typst.ts'

export const pdf = (document: DrawableDocument): Promise<Uint8Array> => compile(document, 'pdf')

export const png = async (input: {
  readonly document: DrawableDocument
  readonly widthPx: number
}): Promise<Uint8Array> => rasterize(await toSvg(await compile(input.document, 'vector')), input.widthPx)
