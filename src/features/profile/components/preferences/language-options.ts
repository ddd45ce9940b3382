import type { Language } from '#contract/languages.ts'

/** Each language named in itself, for people who read only that one. */
export const languageOptions = (codes: readonly Language[]) =>
  codes.map((value) => ({
    value,
    label: new Intl.DisplayNames([value], { type: 'language' }).of(value) ?? value,
    lang: value,
  }))
