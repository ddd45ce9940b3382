/** Plain data, so that the app checks a form without the schema library. */
export const NAME_MAX = 60
export const BIO_MAX = 600
export const LINK_MAX = 200
/** The picture as sent, before it is cropped to a square and encoded again. */
export const PICTURE_MAX_BYTES = 700_000
/** Both sides of a stored picture. */
export const PICTURE_SIDE_PX = 512

/** Younger and older people are typing mistakes. */
export const AGE_MIN = 5
export const AGE_MAX = 120
