/**
 * Uploaded pictures are decoded and encoded again: what hides behind their end, comments, places and camera
 * data stay behind, and the served bytes come from our encoder (C6).
 */
import type { Metadata, Sharp } from 'sharp'
import { createConcurrencyLimit } from '../concurrency-limit.ts'

export interface Picture {
  ending: 'png' | 'jpg' | 'gif' | 'webp'
  mime: string
  content: Buffer
}

/** Larger pictures stop small devices. An animation counts all its frames. */
export const PIXELS_MAX = 24_000_000
export const SIDE_MAX = 12_000
/** A picture that takes longer is refused; one of 12 megapixels takes about a second. */
const TIMEOUT_SECONDS = 60
/** Decoded pictures take up to 100 MB each, and every running one occupies a thread of Node's pool. */
const RUNNING_MAX = 2
const QUALITY = 90
/** Encoding WebP without loss takes about a second a megapixel; larger pictures are encoded with loss. */
const LOSSLESS_PIXELS_MAX = 4_000_000

const limit = createConcurrencyLimit(RUNNING_MAX)

/** Null for anything but a whole PNG, JPEG, GIF or WebP within the limits. */
export const reencodePicture = (bytes: Buffer): Promise<Picture | null> => limit(() => reencode(bytes))

const reencode = async (bytes: Buffer): Promise<Picture | null> => {
  const sharp = await loadSharp()
  try {
    const picture = sharp(bytes, { animated: true, limitInputPixels: PIXELS_MAX, failOn: 'error' })
    const metadata = await picture.metadata()
    if (Math.max(metadata.width, metadata.pageHeight ?? metadata.height) > SIDE_MAX) return null
    const encode = ENCODERS[metadata.format]
    if (!encode) return null
    const { encoder, ...type } = encode(picture.autoOrient(), metadata, bytes)
    return { ...type, content: await encoder.timeout({ seconds: TIMEOUT_SECONDS }).toBuffer() }
  } catch {
    // The library has no error classes; whatever it refuses is no picture for us.
    return null
  }
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

let loading: Promise<typeof import('sharp').default> | undefined

/** The library with our limits; loaded with the first picture, because it takes 20 MB of memory. */
export const loadSharp = () =>
  (loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    // It could also read SVG, PDF, TIFF and files of the server.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: [
        'VipsForeignLoadJpegBuffer',
        'VipsForeignLoadPngBuffer',
        'VipsForeignLoadWebpBuffer',
        'VipsForeignLoadNsgifBuffer',
      ],
    })
    return sharp
  }))
