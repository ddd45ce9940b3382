import sharp from 'sharp'

/** The picture library with our limits: one thread a picture, no cache, and four formats from memory only. */
sharp.concurrency(1)
sharp.cache(false)
// It could also read SVG, TIFF, HEIF and files of the server.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})

export { sharp }
