import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

let started: Promise<void> | null = null

const start = (): Promise<void> =>
  initWasm(
    new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm'))),
  )

/** An SVG without text elements as a PNG. */
export const rasterize = async (svg: string, widthPx: number): Promise<Uint8Array> => {
  await (started ??= start())
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: widthPx } })
  const picture = drawing.render()
  try {
    return picture.asPng()
  } finally {
    picture.free()
    drawing.free()
  }
}
