import type { Language } from '#contract/languages.ts'
import { localeOf } from '#src/shared/lib/format.ts'

/** "25 Oct – 23 Nov 2026"; one day alone is one date. */
export const formatDateRange = ({ from, to }: { from: string; to: string }, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(from),
    new Date(to),
  )
