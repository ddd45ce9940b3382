/** The sizes of an uploaded icon, drawn from the stored picture: it comes from our own encoder and is small. */
import { MASKABLE_SHARE, TOUCH_SHARE } from '#contract/client-info/brand.ts'

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

interface IconShape {
  size: number
  /** With a background up to the edges. */
  edgeToEdge: boolean
  /** For systems that crop the icon to any shape. */
  maskable?: true
}

const shareOf = ({ edgeToEdge, maskable }: IconShape) =>
  maskable ? MASKABLE_SHARE : edgeToEdge ? TOUCH_SHARE : 1

export const drawOwnIcon = async (icon: Buffer, background: string, shape: IconShape): Promise<Buffer> => {
  // Loaded with the first drawing: the library takes 20 MB of memory.
  const { sharp } = await import('#server/core/pictures/sharp.ts')
  const { size, edgeToEdge } = shape
  const inner = Math.round(size * shareOf(shape))
  const before = Math.floor((size - inner) / 2)
  const after = size - inner - before
  const padded = await sharp(icon)
    .resize(inner, inner, { fit: 'contain', background: CLEAR })
    .extend({ top: before, left: before, bottom: after, right: after, background: CLEAR })
    .png()
    .toBuffer()
  return edgeToEdge ? sharp(padded).flatten({ background }).png().toBuffer() : padded
}

/** Of the corner, if the picture is opaque there: a background of this colour continues the picture. */
export const edgeOf = async (picture: Buffer): Promise<string | null> => {
  const { sharp } = await import('#server/core/pictures/sharp.ts')
  const [red, green, blue, alpha] = await sharp(picture)
    .ensureAlpha()
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .raw()
    .toBuffer()
  if (alpha !== 255) return null
  return `#${[red, green, blue].map((value = 0) => value.toString(16).padStart(2, '0')).join('')}`
}

export const sizeOf = async (picture: Buffer): Promise<{ width: number; height: number }> => {
  const { sharp } = await import('#server/core/pictures/sharp.ts')
  const { width, height } = await sharp(picture).metadata()
  return { width, height }
}
