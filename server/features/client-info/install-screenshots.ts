/**
 * Pictures of real pages for the install dialog, in a client's own colours. A shot holds what is the same for everybody
 * and, for each colour role of the theme, how much of it is in each pixel (`scripts/install-shots.ts` takes them): the
 * sum with the client's roles is the page as it would look there. The client's icon stands where the logo was.
 */
import { setImmediate as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompressSync, brotliDecompress, constants, deflate, inflateSync } from 'node:zlib'
import { decodePng, pngOf, type Pixels } from './png.ts'

const unpack = promisify(brotliDecompress)
const pack = promisify(deflate)

export interface Shot {
  width: number
  height: number
  /** Square place of the icon. */
  logo: { x: number; y: number; size: number }
  /** Three bytes a pixel. */
  fixed: Buffer
  /** One byte a pixel: 255 is all of the role's colour. */
  layers: { role: string; weights: Buffer }[]
}

/** A length, a JSON of the facts, then the bytes of `fixed` and of each layer; compressed as one. */
export const packShot = (shot: Shot): Buffer => {
  const { fixed, layers, ...facts } = shot
  const head = Buffer.from(JSON.stringify({ ...facts, roles: layers.map(({ role }) => role) }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  const whole = Buffer.concat([length, head, fixed, ...layers.map(({ weights }) => weights)])
  return brotliCompressSync(whole, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
    },
  })
}

export const unpackShot = async (packed: Buffer): Promise<Shot> => {
  const whole = await unpack(packed)
  const from = 4 + whole.readUInt32BE(0)
  const { roles, ...facts } = JSON.parse(whole.toString('utf8', 4, from)) as Omit<
    Shot,
    'fixed' | 'layers'
  > & {
    roles: string[]
  }
  const size = facts.width * facts.height
  return {
    ...facts,
    fixed: whole.subarray(from, from + size * 3),
    layers: roles.map((role, index) => ({
      role,
      weights: whole.subarray(from + size * (3 + index), from + size * (4 + index)),
    })),
  }
}

/** Rows drawn before everybody else has their turn. */
const ROWS_AT_ONCE = 24

const channelsOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** The icon's colour at a place of its square, and how much of it covers the ground. */
const sample = (icon: Pixels, x: number, y: number) => {
  const column = Math.min(icon.width - 1, Math.floor(x * icon.width))
  const row = Math.min(icon.height - 1, Math.floor(y * icon.height))
  const at = (row * icon.width + column) * 4
  return icon.pixels.subarray(at, at + 4)
}

/** Points of the icon that make one pixel, so that a large icon gets smooth edges. */
const POINTS = [1 / 6, 3 / 6, 5 / 6]

const drawIcon = (rows: Buffer, stride: number, { x, y, size }: Shot['logo'], icon: Pixels) => {
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const sum = [0, 0, 0, 0]
      for (const dy of POINTS)
        for (const dx of POINTS) {
          const [red = 0, green = 0, blue = 0, alpha = 0] = sample(
            icon,
            (column + dx) / size,
            (row + dy) / size,
          )
          for (const [index, value] of [red, green, blue].entries())
            sum[index] = (sum[index] ?? 0) + value * alpha
          sum[3] = (sum[3] ?? 0) + alpha
        }
      const at = (y + row) * stride + 1 + (x + column) * 3
      const cover = (sum[3] ?? 0) / (255 * POINTS.length ** 2)
      for (const index of [0, 1, 2])
        rows[at + index] = Math.round(
          (rows[at + index] ?? 0) * (1 - cover) + (sum[index] ?? 0) / (255 * POINTS.length ** 2),
        )
    }
}

/** The page in a client's colours, as PNG. */
export const drawShot = async (
  shot: Shot,
  roles: Readonly<Record<string, string>>,
  icon: Pixels | null,
): Promise<Buffer> => {
  const { width, height, fixed } = shot
  const layers = shot.layers.map(({ role, weights }) => ({
    weights,
    colour: channelsOf(roles[role] ?? '#000000'),
  }))
  const stride = width * 3 + 1
  const rows = Buffer.alloc(stride * height)
  for (let row = 0; row < height; row += 1) {
    if (row % ROWS_AT_ONCE === 0) await pause()
    for (let column = 0; column < width; column += 1) {
      const pixel = row * width + column
      let red = fixed[pixel * 3] ?? 0
      let green = fixed[pixel * 3 + 1] ?? 0
      let blue = fixed[pixel * 3 + 2] ?? 0
      for (const { weights, colour } of layers) {
        const weight = weights[pixel] ?? 0
        if (weight === 0) continue
        red += ((colour[0] ?? 0) * weight) / 255
        green += ((colour[1] ?? 0) * weight) / 255
        blue += ((colour[2] ?? 0) * weight) / 255
      }
      const at = row * stride + 1 + column * 3
      rows[at] = Math.min(255, Math.round(red))
      rows[at + 1] = Math.min(255, Math.round(green))
      rows[at + 2] = Math.min(255, Math.round(blue))
    }
  }
  if (icon) drawIcon(rows, stride, shot.logo, icon)
  return pngOf({ width, height, alpha: false, deflated: await pack(rows, { level: 6 }) })
}

/** Null for an icon of a kind that is not read here: then the place stays empty. */
export const iconPixels = (png: Buffer): Pixels | null => {
  try {
    return decodePng(png, (deflated) => inflateSync(deflated))
  } catch {
    return null
  }
}
