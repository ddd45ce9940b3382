/** The one list of languages. It needs no schema, so that the app can read it without the schema library. */
export const languages = ['en', 'hi', 'ar'] as const
export type Language = (typeof languages)[number]
export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language)
