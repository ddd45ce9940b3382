import type { Language } from '#contract/languages.ts'

/** A moment of today to the second, in the device's own zone: it is this device that is looked at. */
export const formatMoment = (at: number, language: Language): string =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn`, { dateStyle: 'medium', timeStyle: 'medium' }).format(at)
