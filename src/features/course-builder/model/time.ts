import type { Language } from '#contract/languages.ts'

/** "12:03" in the device's time zone, always in Latin digits like the texts around it. */
export const formatTime = (timestamp: number, language: Language): string =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn`, { timeStyle: 'short' }).format(new Date(timestamp))
