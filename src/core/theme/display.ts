/** Text size, motion and captions as the person chose them: kept on the device, so that the first paint has them. */
import { useSyncExternalStore } from 'react'
import { captionChoices, motions, textSizes, type DisplayChoice } from '#contract/profile/display.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'

export type Display = Omit<DisplayChoice, 'appearance'>

const known = <T extends string>(values: readonly T[], value: string | undefined): T =>
  values.find((each) => each === value) ?? (values[0] as T)

export const readDisplay = (): Display => {
  const [size, motion, captions] = (safeLocal.get(keys.display) ?? '').split(' ')
  return {
    text_size: known(textSizes, size),
    motion: known(motions, motion),
    captions: known(captionChoices, captions),
  }
}

/** `styles.css` has the rest. */
export const applyDisplay = (): void => {
  const { text_size: size, motion } = readDisplay()
  const { dataset } = document.documentElement
  dataset['text'] = size
  dataset['motion'] = motion
}

const listeners = new Set<() => void>()
/** Calls back after each choice. */
export const onDisplay = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const storeDisplay = ({ text_size: size, motion, captions }: Display): void => {
  safeLocal.set(keys.display, `${size} ${motion} ${captions}`)
  applyDisplay()
  for (const listener of listeners) listener()
}

/** Live, as one text that changes only with the choice. */
export const useDisplay = (): Display => {
  useSyncExternalStore(onDisplay, () => safeLocal.get(keys.display))
  return readDisplay()
}
