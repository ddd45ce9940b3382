/** i18next for everything behind sign-in: namespaces (= feature folders) are fetched when a page asks for one. */
import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { currentLanguage, offeredLanguages, onLanguageChange } from './language.ts'
import { activeTexts } from './texts.ts'

export type NamespaceLoader = (language: string, namespace: string) => Promise<ResourceKey>

const backend = (load: NamespaceLoader): BackendModule => ({
  type: 'backend',
  init: () => undefined,
  // Returning a promise instead of calling back is i18next's modern form of a backend.
  read: ((language: string, namespace: string) => load(language, namespace)) as BackendModule['read'],
})

let started: Promise<unknown> | null = null

/** Texts that the next rendering needs; a failure is said by the page that misses them. */
export const loadTexts = (namespace: string): Promise<unknown> =>
  i18next.loadNamespaces(namespace).catch(() => undefined)

/** Starts i18next once, in the language that the page already shows. */
export const setupI18next = (load: NamespaceLoader): Promise<unknown> => {
  started ??= begin(load)
  return started
}

const begin = async (load: NamespaceLoader) => {
  const { language, bundle } = activeTexts()
  await i18next
    .use(backend(load))
    .use(initReactI18next)
    .init({
      lng: currentLanguage(),
      supportedLngs: offeredLanguages().includes('en') ? offeredLanguages() : [...offeredLanguages(), 'en'],
      nonExplicitSupportedLngs: true,
      load: 'languageOnly',
      fallbackLng: 'en',
      ns: ['app'],
      defaultNS: 'app',
      resources: { [language]: bundle },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      // A text that cannot be fetched is said in English and asked for again with the next page.
      maxRetries: 2,
    })
  if (i18next.resolvedLanguage !== currentLanguage()) await i18next.changeLanguage(currentLanguage())
  onLanguageChange((next) => void i18next.changeLanguage(next))
}
