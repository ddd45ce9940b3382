import { type Language, languageOfScript } from '#contract/languages.ts'

/** Detects the language of a text by its script. Screen readers choose their voice by it. */
export const scriptLanguage = (text: string): Language => languageOfScript(text) ?? 'en'
