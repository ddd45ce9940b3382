/** The page follows a language that is chosen in another tab, or in the browser, while it is open. */
import type { Language } from '#contract/languages.ts'
import { keys } from '#src/core/storage/keys.ts'
import { currentLanguage, detectedLanguage, offeredLanguages, showLanguage } from './language.ts'

const follow = () => {
  const next = detectedLanguage()
  // Without a connection the page stays as it is.
  if (next !== currentLanguage()) void showLanguage(next).catch(() => undefined)
}

/** Returns how to stop. */
export const followLanguage = (): (() => void) => {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === keys.language && offeredLanguages().includes(newValue as Language)) follow()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('languagechange', follow)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('languagechange', follow)
  }
}
