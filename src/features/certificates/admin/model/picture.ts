/** A chosen picture, small enough to be sent. */
import { TEMPLATE_PICTURE_MAX_BYTES } from '#contract/certificates/templates.ts'

/** A signature keeps its transparent ground; a background fills a page of A4 at 150 dots an inch. */
const KINDS = {
  signature: { sidePx: 1000, type: 'image/png' },
  background: { sidePx: 1800, type: 'image/jpeg' },
} as const
export type PictureKind = keyof typeof KINDS

const QUALITY = 0.85
/** A photo of a signature as PNG can be too large; then it is drawn smaller. */
const SMALLER = 0.7
const TRIES = 5

const drawn = (bitmap: ImageBitmap, side: number): HTMLCanvasElement => {
  const factor = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * factor))
  canvas.height = Math.max(1, Math.round(bitmap.height * factor))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** Base64 without its prefix. Null for what is no picture. */
export const readPicture = async (file: Blob, kind: PictureKind): Promise<string | null> => {
  const { sidePx, type } = KINDS[kind]
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  try {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const address = drawn(bitmap, sidePx * SMALLER ** attempt).toDataURL(type, QUALITY)
      const base64 = address.slice(address.indexOf(',') + 1)
      if (base64.length * 0.75 <= TEMPLATE_PICTURE_MAX_BYTES) return base64
    }
    return null
  } finally {
    bitmap.close()
  }
}
