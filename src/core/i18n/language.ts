/** The language in use and its texts: i18next, from the first page on. */
import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { PublicInfo } from '#contract/client-info/client-info.ts'
import { directionOf, languages, type Language } from '#contract/languages.ts'
import { OfferedLanguageDetector } from './detector.ts'

/** The app passes in where texts come from: core knows no feature. */
export interface Texts {
  /** The namespace and those that travel with it, by name. */
  load: (language: Language, namespace: string) => Promise<Record<string, ResourceKey>>
  /** Namespaces that are loaded before the first page. */
  first: readonly string[]
}

const detector = new OfferedLanguageDetector()

export const currentLanguage = (): Language => (i18next.language as Language | undefined) ?? 'en'
/** The client's languages, its first one first. */
export const offeredLanguages = (): readonly Language[] => detector.rules.offered

/** Called after each change, once the texts are there. */
export const onLanguageChange = (listener: (language: Language) => void): (() => void) => {
  i18next.on('languageChanged', listener)
  return () => i18next.off('languageChanged', listener)
}

onLanguageChange((language) => {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
})

/** Where a language's file cannot be fetched, English stands in (spec 1). */
const backend = (load: Texts['load']): BackendModule => {
  const read = async (language: Language, namespace: string) => {
    const found = await load(language, namespace).catch((error: unknown) => {
      if (language === 'en') throw error
      return load('en', namespace)
    })
    for (const [name, texts] of Object.entries(found))
      if (name !== namespace && !i18next.hasResourceBundle(language, name))
        i18next.addResourceBundle(language, name, texts)
    return found[namespace]
  }
  // A returned promise is i18next's modern form of a backend; its types know only the callback.
  return { type: 'backend', init: () => undefined, read: read as unknown as BackendModule['read'] }
}

const startI18next = ({ load, first }: Texts) =>
  i18next
    .use(detector)
    .use(backend(load))
    .use(initReactI18next)
    .init({
      supportedLngs: languages,
      load: 'languageOnly',
      // Each language says everything English says (a test compares them): no page needs the texts of two.
      fallbackLng: false,
      ns: first,
      defaultNS: 'app',
      interpolation: { escapeValue: false },
      initAsync: false,
    })

/** Finds the language for this client, loads the first texts and shows it. Only a choice in the address is remembered. */
export const startLanguage = async (
  client: Pick<PublicInfo, 'languages' | 'detect_browser_language'> | null,
  texts: Texts,
): Promise<void> => {
  detector.rules = {
    offered: client && client.languages.length > 0 ? client.languages : languages,
    detectBrowser: client?.detect_browser_language ?? true,
  }
  // Started already, i18next detects again and keeps what it has loaded.
  await (i18next.isInitialized ? i18next.changeLanguage() : startI18next(texts))
  const chosen = detector.inAddress()
  if (chosen) detector.remember(chosen)
}

/** Loads texts that the next rendering needs. A page whose texts are missing suspends or reports the failure itself. */
export const loadTexts = (namespaces: string | readonly string[]): Promise<unknown> =>
  i18next.loadNamespaces(namespaces).catch(() => undefined)

/** A person's choice: remembered in the cookie and in local storage. */
export const changeLanguage = async (next: Language): Promise<void> => {
  if (!offeredLanguages().includes(next)) return
  detector.remember(next)
  await showLanguage(next)
}

/** Shows a language without remembering it: it was chosen elsewhere. */
export const showLanguage = async (next: Language): Promise<void> => {
  await i18next.changeLanguage(next)
}

/** What the sources say now: another tab or the browser may have changed them. */
export const detectedLanguage = (): Language => detector.detect()[0] ?? 'en'
