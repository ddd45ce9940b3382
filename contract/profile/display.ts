/** How pages look and sound for a person, as plain data: the app applies it before any schema library is loaded. */
export const appearances = ['system', 'light', 'dark'] as const
export const textSizes = ['normal', 'large', 'largest'] as const
/** `system` follows the device's own setting. */
export const motions = ['system', 'reduced'] as const
/** Captions at the start of a video: in one's own language if it has them, always, or never. */
export const captionChoices = ['own', 'always', 'off'] as const

export interface DisplayChoice {
  appearance: (typeof appearances)[number]
  text_size: (typeof textSizes)[number]
  motion: (typeof motions)[number]
  captions: (typeof captionChoices)[number]
}
