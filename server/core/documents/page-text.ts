/** Texts of people on a drawn page. */
import { languageInfo, type Language } from '#contract/languages.ts'

const RTL_LETTER = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}\p{Script=Syriac}]/u
/** By its first letter (UAX 9, P2): a Latin name on an Arabic page reads from the left. */
export const directionOfText = (text: string): 'ltr' | 'rtl' =>
  RTL_LETTER.test(/\p{L}/u.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr'

/** Characters that would reorder or hide parts of the page; line breaks become spaces. */
export const oneLine = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\ufeff]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** A calendar day in words. */
export const dayText = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(languageInfo(language).locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
