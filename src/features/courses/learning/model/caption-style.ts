/** The caption style chosen on this device. */
import type { SafeStorage } from '#src/core/storage/safe-storage.ts'
import { keys } from '#src/core/storage/keys.ts'

export const captionSizes = ['small', 'normal', 'large', 'largest'] as const
export const captionBackgrounds = ['solid', 'half', 'none'] as const
export interface CaptionStyle {
  size: (typeof captionSizes)[number]
  background: (typeof captionBackgrounds)[number]
}
export const defaultCaptionStyle: CaptionStyle = { size: 'normal', background: 'solid' }

export const readCaptionStyle = (storage: Pick<SafeStorage, 'get'>): CaptionStyle => {
  const [size, background] = (storage.get(keys.captionLook) ?? '').split(' ')
  return {
    size: captionSizes.find((value) => value === size) ?? defaultCaptionStyle.size,
    background: captionBackgrounds.find((value) => value === background) ?? defaultCaptionStyle.background,
  }
}

export const saveCaptionStyle = (storage: Pick<SafeStorage, 'set'>, style: CaptionStyle) =>
  storage.set(keys.captionLook, `${style.size} ${style.background}`)
