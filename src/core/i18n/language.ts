/** The language in use: found at start, kept by choice, shown on the page's root element. */
import { directionOf, type Language, languages } from '#contract/languages.ts'
import type { PublicInfo } from '#contract/client-info/client-info.ts'
import { keys } from '#src/core/storage/keys.ts'
import { readCookie, safeLocal, safeSession, writeCookie } from '#src/core/storage/safe-storage.ts'
import { detectLanguage } from './detect-language.ts'
import { loadTexts } from './texts.ts'

const REMEMBER_DAYS = 365

let language: Language = 'en'
let offered: readonly Language[] = languages
const listeners = new Set<(language: Language) => void>()

export const currentLanguage = (): Language => language
/** The client's languages, its first one first. */
export const offeredLanguages = (): readonly Language[] => offered

/** Called after each change, once the texts are there. */
export const onLanguageChange = (listener: (language: Language) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const show = (next: Language) => {
  language = next
  document.documentElement.lang = next
  document.documentElement.dir = directionOf(next)
  for (const listener of listeners) listener(next)
}

/** Finds the language for this client and loads its first texts; nothing is remembered that nobody chose. */
export const startLanguage = async (
  client: Pick<PublicInfo, 'languages' | 'detect_browser_language'> | null,
): Promise<Language> => {
  if (client && client.languages.length > 0) offered = client.languages
  const found = detectLanguage(
    {
      search: window.location.search,
      cookie: readCookie(keys.languageCookie),
      local: safeLocal.get(keys.language),
      session: safeSession.get(keys.language),
      browser: navigator.languages ?? [navigator.language],
      html: document.documentElement.lang || null,
    },
    { offered, detectBrowser: client?.detect_browser_language ?? true },
  )
  await loadTexts(found)
  show(found)
  return found
}

/** A person's choice: kept in the cookie (the server reads it for the first paint) and in local storage. */
export const changeLanguage = async (next: Language): Promise<void> => {
  if (!offered.includes(next)) return
  writeCookie(keys.languageCookie, next, REMEMBER_DAYS)
  safeLocal.set(keys.language, next)
  await showLanguage(next)
}

/** Shows a language without remembering it: somebody else did. */
export const showLanguage = async (next: Language): Promise<void> => {
  await loadTexts(next)
  show(next)
}
