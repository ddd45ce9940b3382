/** Decodes a picture and encodes it again. Runs in a process of its own (`picture-process.ts`). */
import type { Metadata, Sharp } from 'sharp'
import { PIXELS_MAX, SIDE_MAX, type Picture, type PictureBox } from './picture.ts'
import { sharp } from './sharp.ts'

const QUALITY = 90
/** Of a photo that is only looked at. */
const PHOTO_QUALITY = 78
/** Encoding WebP without loss takes about a second a megapixel; larger pictures are encoded with loss. */
const LOSSLESS_PIXELS_MAX = 4_000_000

export const reencode = async (
  bytes: Buffer,
  squarePx: number | null = null,
  box?: PictureBox,
  as: 'png' | 'webp' = 'png',
): Promise<Picture | null> => {
  try {
    const picture = sharp(bytes, {
      animated: squarePx === null && !box,
      limitInputPixels: PIXELS_MAX,
      failOn: 'error',
    })
    const metadata = await picture.metadata()
    if (Math.max(metadata.width, metadata.pageHeight ?? metadata.height) > SIDE_MAX) return null
    const encode = ENCODERS[metadata.format]
    if (!encode) return null
    if (squarePx !== null) return await squareOf(picture, squarePx)
    if (box) return await fittedInto(picture, box, as)
    const { encoder, ...type } = encode(picture.autoOrient(), metadata, bytes)
    return { ...type, content: await encoder.toBuffer() }
  } catch {
    // The library has no error classes; whatever it refuses is no picture for us.
    return null
  }
}

const squareOf = async (picture: Sharp, side: number): Promise<Picture> => ({
  ending: 'webp',
  mime: 'image/webp',
  content: await picture
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .webp({ quality: QUALITY, effort: 2 })
    .toBuffer(),
})

const fittedInto = async (picture: Sharp, box: PictureBox, as: 'png' | 'webp'): Promise<Picture> => {
  const fitted = picture
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    // Some encoders keep colours in another space; browsers and documents expect sRGB.
    .toColourspace('srgb')
  const encoder =
    as === 'png' ? fitted.png({ compressionLevel: 9 }) : fitted.webp({ quality: PHOTO_QUALITY, effort: 4 })
  return { ending: as, mime: `image/${as}`, content: await encoder.toBuffer() }
}

type Encode = (
  picture: Sharp,
  metadata: Metadata,
  bytes: Buffer,
) => Omit<Picture, 'content'> & { encoder: Sharp }

const ENCODERS: Readonly<Record<string, Encode>> = {
  jpeg: (picture) => ({ ending: 'jpg', mime: 'image/jpeg', encoder: picture.jpeg({ quality: QUALITY }) }),
  png: (picture, { isPalette }) => ({
    ending: 'png',
    mime: 'image/png',
    // A picture of at most 256 colours keeps exactly these.
    encoder: picture.png({ palette: isPalette === true }),
  }),
  gif: (picture) => ({ ending: 'gif', mime: 'image/gif', encoder: picture.gif({ effort: 1 }) }),
  webp: (picture, { width, height }, bytes) => {
    const lossless = isLosslessWebp(bytes) && width * height <= LOSSLESS_PIXELS_MAX
    return {
      ending: 'webp',
      mime: 'image/webp',
      encoder: picture.webp({ quality: QUALITY, lossless, effort: 2 }),
    }
  },
}

const WEBP_HEADERS_BYTES = 4096
const isLosslessWebp = (bytes: Buffer) => bytes.subarray(0, WEBP_HEADERS_BYTES).includes('VP8L')
