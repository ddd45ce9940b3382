/**
 * The languages of the product, and the only list of them (docs/how-to/add-a-language.md). Texts for people are in
 * `locales/<code>.json` and in records by language, which the compiler keeps complete.
 */
interface LanguageInfo {
  /** In the language itself, as people look for it in a menu. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  /** For `Intl`: names of months and the form of dates. */
  readonly locale: string
  /** Unicode's name of the script; a script other than Latin tells the language of a text. */
  readonly script: 'Latin' | 'Devanagari' | 'Arabic'
  readonly pluralForms: readonly Intl.LDMLPluralRule[]
  /** The font family of the script in the styles. */
  readonly font: string
}

const table = {
  en: {
    name: 'English',
    direction: 'ltr',
    locale: 'en',
    script: 'Latin',
    pluralForms: ['one', 'other'],
    font: 'Inter Variable',
  },
  hi: {
    name: 'हिन्दी',
    direction: 'ltr',
    locale: 'hi-IN',
    script: 'Devanagari',
    pluralForms: ['one', 'other'],
    font: 'Noto Sans Devanagari Variable',
  },
  ar: {
    name: 'العربية',
    direction: 'rtl',
    locale: 'ar',
    script: 'Arabic',
    pluralForms: ['zero', 'one', 'two', 'few', 'many', 'other'],
    font: 'Noto Sans Arabic Variable',
  },
} as const satisfies Record<string, LanguageInfo>

export type Language = keyof typeof table
/** English comes first: every text exists in it, and it stands in for the others. */
export const languages = Object.keys(table) as [Language, ...Language[]]
export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language)
export const languageInfo = (language: Language): LanguageInfo => table[language]
export const directionOf = (language: Language): 'ltr' | 'rtl' => table[language].direction

/** One value for each language. */
export const perLanguage = <T>(make: (language: Language) => T): Record<Language, T> =>
  Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, T>

/** The language of a text by its script; undefined for Latin letters, which several languages share. */
export const languageOfScript = (text: string): Language | undefined =>
  languages.find(
    (language) =>
      table[language].script !== 'Latin' &&
      new RegExp(`\\p{Script=${table[language].script}}`, 'u').test(text),
  )
