/** Draws documents; runs in its own thread (`documents.ts`). */
import type { DrawableDocument } from './documents.ts'
import { rasterize } from './raster.ts'
import { compile, toSvg } from './typst.ts'

/** After a fault inside of WebAssembly its memory is not to be trusted: the thread ends, and the next one starts afresh. */
const orEnd = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) process.exit(1)
    throw error
  }
}

export const pdf = (document: DrawableDocument): Promise<Uint8Array> => orEnd(compile(document, 'pdf'))

export const png = (input: {
  readonly document: DrawableDocument
  readonly widthPx: number
}): Promise<Uint8Array> =>
  orEnd(
    compile(input.document, 'vector')
      .then(toSvg)
      .then((svg) => rasterize(svg, input.widthPx)),
  )
