/** Draws documents; runs in its own thread (`documents.ts`). */
import type { DrawableDocument } from './drawable.ts'
import { rasterize } from './raster.ts'
import { compile, DrawingError, isWorn, toSvg } from './typst.ts'

export interface Drawn {
  readonly bytes: Uint8Array
  /** The thread took so much memory that another one should go on. */
  readonly isWorn: boolean
}

/** Nothing but the start of the thread with this module. */
export const load = (): void => {}

/** After a fault inside of WebAssembly its memory cannot be trusted: the thread ends, and the next one starts afresh. */
const orEnd = async (work: Promise<Uint8Array>): Promise<Drawn> => {
  try {
    return { bytes: await work, isWorn: await isWorn() }
  } catch (error) {
    if (error instanceof DrawingError) throw error
    process.exit(1)
  }
}

interface Input {
  readonly document: DrawableDocument
  /** Typst, compiled. */
  readonly engine: WebAssembly.Module
}

export const pdf = ({ document, engine }: Input): Promise<Drawn> => orEnd(compile(engine, document, 'pdf'))

export const png = ({ document, engine, widthPx }: Input & { readonly widthPx: number }): Promise<Drawn> =>
  orEnd(
    compile(engine, document, 'vector')
      .then(toSvg)
      .then((svg) => rasterize(svg, widthPx)),
  )
