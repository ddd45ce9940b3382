/** Texts of the installable app: wanted on both sides of the sign-in, seldom, and so in files of their own. */
import { use } from 'react'
import type { Language } from '#contract/languages.ts'
import { lookup, type TextParams, type TextTree } from '#src/core/i18n/texts.ts'
import { useLanguage, type Translate } from '#src/core/i18n/use-text.ts'

const files: Record<Language, () => Promise<{ default: TextTree }>> = {
  en: () => import('./locales/en.json'),
  hi: () => import('./locales/hi.json'),
  ar: () => import('./locales/ar.json'),
}
const asked = new Map<Language, Promise<Translate>>()

const load = async (language: Language): Promise<Translate> => {
  const bundle = { pwa: (await files[language]()).default }
  return (key: string, params?: TextParams) => lookup(bundle, language, 'pwa', key, params) ?? key
}

/** Asked for once a language; one that cannot be fetched is said in English. */
export const pwaTexts = (language: Language): Promise<Translate> => {
  const known = asked.get(language)
  if (known) return known
  const texts = load(language).catch((error: unknown) => {
    if (language === 'en') throw error
    return load('en')
  })
  asked.set(language, texts)
  // What `use` notes itself at a first read: texts that were there before are read without suspending.
  void texts.then(
    (value) => Object.assign(texts, { status: 'fulfilled', value }),
    () => undefined,
  )
  return texts
}

/** Suspends only while the texts of the language in use are on their way. */
export const usePwaText = (): Translate => use(pwaTexts(useLanguage()))
