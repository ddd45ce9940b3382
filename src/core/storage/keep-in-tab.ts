import { keys } from './keys.ts'

/** How the device's own person reads: the tab looks the same. */
const COPIED = [keys.language, keys.appearance, keys.display]

/**
 * For the rest of this page, the browser has no storage but the tab's own: what is written goes with the tab, other tabs
 * hear nothing, and the worker is not spoken to. Before anything reads storage; the app works without the rest (F5).
 */
export const keepInTab = (): void => {
  try {
    const { localStorage: device, sessionStorage: tab } = window
    for (const key of COPIED) {
      const value = device.getItem(key)
      if (value !== null && tab.getItem(key) === null) tab.setItem(key, value)
    }
    Object.defineProperty(window, 'localStorage', { configurable: true, get: () => tab })
  } catch {
    // The browser keeps nothing at all.
  }
  for (const name of ['indexedDB', 'caches', 'BroadcastChannel']) Reflect.deleteProperty(window, name)
  for (const name of ['serviceWorker', 'locks']) Reflect.deleteProperty(Navigator.prototype, name)
  window.opener = null
}
