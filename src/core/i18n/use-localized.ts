import { inLanguage, type LocalText } from '#contract/assessments/shapes.ts'
import type { Language } from '#contract/languages.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'

/** Texts of the tenant in the reader's language, else in their main one; percents and times as the page writes them. */
export const useLocalized = () => {
  const language = useLanguage()
  return {
    language,
    local: (texts: LocalText, main: Language = language): string => inLanguage(texts, language, main) ?? '',
    number: (value: number, digits = 0) => formatNumber(value, language, { maximumFractionDigits: digits }),
    /** 72.5 becomes "72.5%". */
    percent: (value: number) =>
      formatNumber(value / 100, language, { style: 'percent', maximumFractionDigits: 1 }),
  }
}
