import { useSyncExternalStore } from 'react'
import { appearances } from '#contract/profile/display.ts'
import type { ThemeSettings } from '#contract/client-info/client-info.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import type { Mode } from '#contract/client-info/theme-roles.ts'
import { applyTheme } from './apply-theme.ts'
import { applyDisplay } from './display.ts'
import { defaultTheme } from './default-theme.ts'

export { appearances }
export type Appearance = (typeof appearances)[number]

const DARK_QUERY = '(prefers-color-scheme: dark)'
const systemIsDark = () => typeof matchMedia === 'function' && matchMedia(DARK_QUERY).matches

/** What the person chose; `system` until they chose. */
export const storedAppearance = (): Appearance => {
  const stored = safeLocal.get(keys.appearance)
  return appearances.find((name) => name === stored) ?? 'system'
}

/** What a choice means on this device now. */
export const modeOf = (appearance: Appearance, systemDark: boolean): Mode =>
  appearance === 'system' ? (systemDark ? 'dark' : 'light') : appearance

let theme: ThemeSettings = defaultTheme
const listeners = new Set<() => void>()

const paint = () => {
  applyTheme(theme, currentMode())
  for (const listener of listeners) listener()
}

/** Paints the page in a client's theme (null: no client known) and keeps following the system. Call it again for a new theme. */
export const startTheme = (clientTheme: ThemeSettings | null): void => {
  theme = clientTheme ?? defaultTheme
  if (typeof matchMedia === 'function') {
    const query = matchMedia(DARK_QUERY)
    query.removeEventListener('change', paint)
    query.addEventListener('change', paint)
  }
  applyDisplay()
  paint()
}

/** Remembers the choice and repaints at once. */
export const setAppearance = (appearance: Appearance): void => {
  safeLocal.set(keys.appearance, appearance)
  paint()
}

/** Calls back after each change of the appearance and of the device's own mode. */
export const onAppearance = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How the page looks now. */
export const currentMode = (): Mode => modeOf(storedAppearance(), systemIsDark())
export const useMode = (): Mode => useSyncExternalStore(onAppearance, currentMode)

/** The choice, live. */
export const useAppearance = (): Appearance => useSyncExternalStore(onAppearance, storedAppearance)
