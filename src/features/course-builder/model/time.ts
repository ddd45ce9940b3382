import type { Language } from '#contract/common.ts'

/** "12:03" by this device's clock, in the digits of the texts around it. */
export const formatTime = (at: number, language: Language): string =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn`, { timeStyle: 'short' }).format(new Date(at))
