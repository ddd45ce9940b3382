/** Reduces a chosen picture: accepts any image type and returns one of the four that may be inlined. */
import { IMAGE_MAX_BYTES } from '#contract/community/community.ts'

/** The longest side in pixels: sharp on any screen at the width of a post. */
const SIDE_MAX = 1600
/** Small files of these types stay unchanged: redrawing would stop an animation. */
const UNCHANGED_TYPES = /^image\/(?:png|jpeg|gif|webp)$/
const UNCHANGED_MAX_BYTES = 300 * 1024
const QUALITIES = [0.85, 0.7, 0.5, 0.3]

/** The size in bytes of a data URL. */
export const dataUrlBytes = (dataUrl: string): number =>
  Math.floor(((dataUrl.length - dataUrl.indexOf(',') - 1) * 3) / 4)

/** Scales down to the longest side; never scales up. */
export const fitWithin = (width: number, height: number, side = SIDE_MAX) => {
  const scale = Math.min(1, side / Math.max(width, height, 1))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const readAsDataUrl = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(new Error('unreadable'))
    reader.readAsDataURL(file)
  })

const loadImage = (src: string) =>
  new Promise<HTMLImageElement>((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('not an image'))
    image.src = src
  })

/** The picture as a data URL of at most 2 MB (rules: Community). Rejects anything that is no picture. */
export const shrinkImage = async (file: File): Promise<string> => {
  const original = await readAsDataUrl(file)
  const image = await loadImage(original)
  if (UNCHANGED_TYPES.test(file.type) && file.size <= UNCHANGED_MAX_BYTES) return original
  if (file.type === 'image/gif' && file.size <= IMAGE_MAX_BYTES) return original
  for (const [step, quality] of QUALITIES.entries()) {
    // An SVG without a size gets the full size.
    const { width, height } = fitWithin(
      image.naturalWidth || SIDE_MAX,
      image.naturalHeight || SIDE_MAX,
      SIDE_MAX / (1 + step / 2),
    )
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
    const encoded = canvas.toDataURL('image/webp', quality)
    if (dataUrlBytes(encoded) <= IMAGE_MAX_BYTES) return encoded
  }
  throw new Error('too large')
}
