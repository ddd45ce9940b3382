/**
 * Screenshots of real pages for the install dialog, in a client's own colours. A shot contains the part that is the same
 * for all clients and, for each colour role of the theme, its weight in every pixel (`scripts/install-shots.ts` takes
 * them). Their sum with the client's colours is the page of that client. The client's icon replaces the logo.
 */
import { setImmediate as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompressSync, brotliDecompress, constants } from 'node:zlib'

const unpack = promisify(brotliDecompress)

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

/** Loaded with the first drawing: the library takes 20 MB of memory. */
const loadSharp = () => import('#server/core/pictures/sharp.ts')

/** Draws the page in a client's colours as PNG, with the client's icon in place of the logo. */
export const drawShot = async (
  shot: Shot,
  roles: Readonly<Record<string, string>>,
  icon: Buffer | null,
): Promise<Buffer> => {
  const { width, height, logo } = shot
  const { sharp } = await loadSharp()
  const page = sharp(await drawPixels(shot, roles), { raw: { width, height, channels: 3 } })
  const logoPicture = icon && (await scaleIcon(icon, logo.size))
  if (logoPicture) page.composite([{ input: logoPicture, left: logo.x, top: logo.y }]).removeAlpha()
  return page.png().toBuffer()
}

/** More than any icon has. */
const ICON_PIXELS_MAX = 4_000_000

/** Null for a file that is no picture; then the square stays empty. */
const scaleIcon = async (icon: Buffer, size: number): Promise<Buffer | null> => {
  const { sharp } = await loadSharp()
  return sharp(icon, { limitInputPixels: ICON_PIXELS_MAX })
    .resize(size, size)
    .png()
    .toBuffer()
    .catch(() => null)
}

const drawPixels = async (shot: Shot, roles: Readonly<Record<string, string>>): Promise<Buffer> => {
  const { width, height, fixed } = shot
  const layers = shot.layers.map(({ role, weights }) => ({
    weights,
    colour: channelsOf(roles[role] ?? '#000000'),
  }))
  const pixels = Buffer.alloc(width * height * 3)
  for (let row = 0; row < height; row += 1) {
    if (row % ROWS_PER_TURN === 0) await pause()
    for (let pixel = row * width; pixel < (row + 1) * width; pixel += 1) {
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
      pixels[pixel * 3] = Math.min(255, Math.round(red))
      pixels[pixel * 3 + 1] = Math.min(255, Math.round(green))
      pixels[pixel * 3 + 2] = Math.min(255, Math.round(blue))
    }
  }
  return pixels
}
