/** Texts of the preview: it shows every language at once, so they do not travel with the page's own. */
import type { Language } from '#contract/languages.ts'
import ar from './texts/ar.json'
import en from './texts/en.json'
import hi from './texts/hi.json'

export type PreviewTexts = typeof en
export const previewTexts: Record<Language, PreviewTexts> = { en, hi, ar }
