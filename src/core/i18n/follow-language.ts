/**
 * The page follows a language that is chosen in another tab, or in the browser, while it is open. The detector is
 * fetched for that; the first language is found without it (`detect-language.ts` says the same, a test compares).
 */
import i18next from 'i18next'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { keys } from '#src/core/storage/keys.ts'
import { detection } from './detection.ts'
import { currentLanguage, offeredLanguages, showLanguage } from './language.ts'

const detected = async (): Promise<readonly string[]> => {
  const { default: LanguageDetector } = await import('i18next-browser-languagedetector')
  const mayAskBrowser = runtimeConfig().client?.detect_browser_language ?? true
  const order = mayAskBrowser ? detection.order : detection.order.filter((source) => source !== 'navigator')
  return [new LanguageDetector(i18next.services, { ...detection, order }).detect() ?? []].flat()
}

const offeredOf = (code: string) => {
  const part = code.split(/[-_]/)[0]?.toLowerCase()
  return offeredLanguages().find((language) => language === part)
}

const follow = async (): Promise<void> => {
  const [next] = (await detected()).flatMap((code) => offeredOf(code) ?? [])
  if (next && next !== currentLanguage()) await showLanguage(next)
}

// Without a connection the page stays as it is.
const followQuietly = () => void follow().catch(() => undefined)

/** Returns how to stop. */
export const followLanguage = (): (() => void) => {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === keys.language && newValue !== null) followQuietly()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('languagechange', followQuietly)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('languagechange', followQuietly)
  }
}
