/** Makes a chosen picture fit: any image type in, one of the four that may be inlined out. */
import { IMAGE_MAX_BYTES } from '#contract/community/community.ts'

/** Longest side in pixels: sharp on any screen at the width of a post. */
const SIDE_MAX = 1600
/** Kept as they are while small enough: redrawing would stop an animation. */
const KEPT_TYPES = /^image\/(?:png|jpeg|gif|webp)$/
const KEPT_MAX_BYTES = 300 * 1024
const QUALITIES = [0.85, 0.7, 0.5, 0.3]

/** Bytes behind a data: address. */
export const bytesOf = (dataUrl: string): number =>
  Math.floor(((dataUrl.length - dataUrl.indexOf(',') - 1) * 3) / 4)

/** Fits within the longest side, never larger than it was. */
export const fitted = (width: number, height: number, side = SIDE_MAX) => {
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

const load = (source: string) =>
  new Promise<HTMLImageElement>((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('not an image'))
    image.src = source
  })

/** The picture as data of at most 2 MB (RULES "Community"). Rejects what is no picture. */
export const shrinkImage = async (file: File): Promise<string> => {
  const original = await readAsDataUrl(file)
  const image = await load(original)
  if (KEPT_TYPES.test(file.type) && file.size <= KEPT_MAX_BYTES) return original
  if (file.type === 'image/gif' && file.size <= IMAGE_MAX_BYTES) return original
  for (const [step, quality] of QUALITIES.entries()) {
    // A drawing without its own size (SVG) gets the full one.
    const { width, height } = fitted(
      image.naturalWidth || SIDE_MAX,
      image.naturalHeight || SIDE_MAX,
      SIDE_MAX / (1 + step / 2),
    )
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
    const drawn = canvas.toDataURL('image/webp', quality)
    if (bytesOf(drawn) <= IMAGE_MAX_BYTES) return drawn
  }
  throw new Error('too large')
}
