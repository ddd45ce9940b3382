/** How captions look on this device. */
import type { SafeStorage } from '#src/core/storage/safe-storage.ts'
import { keys } from '#src/core/storage/keys.ts'

export const captionSizes = ['small', 'normal', 'large', 'largest'] as const
export const captionGrounds = ['solid', 'half', 'none'] as const
export interface CaptionLook {
  size: (typeof captionSizes)[number]
  ground: (typeof captionGrounds)[number]
}
export const usualLook: CaptionLook = { size: 'normal', ground: 'solid' }

export const readLook = (storage: Pick<SafeStorage, 'get'>): CaptionLook => {
  const [size, ground] = (storage.get(keys.captionLook) ?? '').split(' ')
  return {
    size: captionSizes.find((each) => each === size) ?? usualLook.size,
    ground: captionGrounds.find((each) => each === ground) ?? usualLook.ground,
  }
}

export const keepLook = (storage: Pick<SafeStorage, 'set'>, look: CaptionLook) =>
  storage.set(keys.captionLook, `${look.size} ${look.ground}`)
