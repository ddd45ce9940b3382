/**
 * Screenshots of real pages for the install dialog, in a client's own colours. A shot contains the part that is the same
 * for all clients and, for each colour role of the theme, its weight in every pixel (`scripts/install-shots.ts` takes
 * them). Their sum with the client's colours is the page of that client. The client's icon replaces the logo.
 */
import { setImmediate as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompressSync, brotliDecompress, constants, deflate, inflateSync } from 'node:zlib'
import { decodePng, encodePng, type Pixels } from './png.ts'

const unpack = promisify(brotliDecompress)
const pack = promisify(deflate)

export interface Shot {
  width: number
  height: number
  /** The square for the icon. */
  logo: { x: number; y: number; size: number }
  /** Three bytes for each pixel. */
  fixed: Buffer
  /** One byte for each pixel: 255 means the full colour of the role. */
  layers: { role: string; weights: Buffer }[]
}

/** The length of the header, the header as JSON, then `fixed` and the layers; compressed together. */
export const packShot = (shot: Shot): Buffer => {
  const { fixed, layers, ...header } = shot
  const headerBytes = Buffer.from(JSON.stringify({ ...header, roles: layers.map(({ role }) => role) }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(headerBytes.length)
  const bytes = Buffer.concat([length, headerBytes, fixed, ...layers.map(({ weights }) => weights)])
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}

export const unpackShot = async (packed: Buffer): Promise<Shot> => {
  const bytes = await unpack(packed)
  const dataStart = 4 + bytes.readUInt32BE(0)
  const { roles, ...header } = JSON.parse(bytes.toString('utf8', 4, dataStart)) as Omit<
    Shot,
    'fixed' | 'layers'
  > & {
    roles: string[]
  }
  const size = header.width * header.height
  return {
    ...header,
    fixed: bytes.subarray(dataStart, dataStart + size * 3),
    layers: roles.map((role, index) => ({
      role,
      weights: bytes.subarray(dataStart + size * (3 + index), dataStart + size * (4 + index)),
    })),
  }
}

/** Rows drawn before other work gets its turn. */
const ROWS_PER_TURN = 24

const channelsOf = (hex: string) => [1, 3, 5].map((index) => Number.parseInt(hex.slice(index, index + 2), 16))

/** The icon's colour and alpha at a point of its square. */
const sample = (icon: Pixels, x: number, y: number) => {
  const column = Math.min(icon.width - 1, Math.floor(x * icon.width))
  const row = Math.min(icon.height - 1, Math.floor(y * icon.height))
  const offset = (row * icon.width + column) * 4
  return icon.pixels.subarray(offset, offset + 4)
}

/** Sample points within a pixel, which give a scaled-down icon smooth edges. */
const SAMPLE_POINTS = [1 / 6, 3 / 6, 5 / 6]

const drawIcon = (rows: Buffer, stride: number, { x, y, size }: Shot['logo'], icon: Pixels) => {
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const sum = [0, 0, 0, 0]
      for (const dy of SAMPLE_POINTS)
        for (const dx of SAMPLE_POINTS) {
          const [red = 0, green = 0, blue = 0, alpha = 0] = sample(
            icon,
            (column + dx) / size,
            (row + dy) / size,
          )
          for (const [index, value] of [red, green, blue].entries())
            sum[index] = (sum[index] ?? 0) + value * alpha
          sum[3] = (sum[3] ?? 0) + alpha
        }
      const offset = (y + row) * stride + 1 + (x + column) * 3
      const cover = (sum[3] ?? 0) / (255 * SAMPLE_POINTS.length ** 2)
      for (const index of [0, 1, 2])
        rows[offset + index] = Math.round(
          (rows[offset + index] ?? 0) * (1 - cover) + (sum[index] ?? 0) / (255 * SAMPLE_POINTS.length ** 2),
        )
    }
}

/** Draws the page in a client's colours as PNG. */
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
    if (row % ROWS_PER_TURN === 0) await pause()
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
      const offset = row * stride + 1 + column * 3
      rows[offset] = Math.min(255, Math.round(red))
      rows[offset + 1] = Math.min(255, Math.round(green))
      rows[offset + 2] = Math.min(255, Math.round(blue))
    }
  }
  if (icon) drawIcon(rows, stride, shot.logo, icon)
  return encodePng({ width, height, alpha: false, deflated: await pack(rows, { level: 6 }) })
}

/** Null for an icon in an unsupported format; then the square stays empty. */
export const iconPixels = (png: Buffer): Pixels | null => {
  try {
    return decodePng(png, (deflated) => inflateSync(deflated))
  } catch {
    return null
  }
}
