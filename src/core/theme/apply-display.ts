import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'

/** For the first paint: text size and motion as `display.ts` stored them. `styles.css` knows the values, and no other ones. */
export const applyDisplay = (): void => {
  const [size = '', motion = ''] = (safeLocal.get(keys.display) ?? '').split(' ')
  Object.assign(document.documentElement.dataset, { text: size, motion })
}
