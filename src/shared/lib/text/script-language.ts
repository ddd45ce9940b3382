import { type Language, languageOfScript } from '#contract/languages.ts'

/** The language of a text by its letters; each of ours has its own. Screen readers choose their voice by it. */
export const scriptLanguage = (text: string): Language => languageOfScript(text) ?? 'en'
