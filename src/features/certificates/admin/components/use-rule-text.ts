import { useTranslation } from 'react-i18next'
import type { RuledSubject } from '#contract/certificates/portal.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDuration, formatPercent } from '#src/shared/lib/format.ts'

/** What a certificate takes, in one line. */
export const useRuleText = ({ kind, rule }: RuledSubject): string => {
  const { t } = useTranslation('certificates/admin')
  const language = useLanguage()
  const percent = (value: number) => formatPercent(value / 100, language)
  const parts = [
    rule.completion && t(`rules.short.completion.${kind}`),
    rule.min_score !== null && t('rules.short.score', { value: percent(rule.min_score) }),
    rule.min_minutes !== null && t('rules.short.time', { value: formatDuration(rule.min_minutes, language) }),
    rule.min_attendance !== null && t('rules.short.attendance', { value: percent(rule.min_attendance) }),
    rule.payment && t('rules.short.payment'),
    rule.valid_months !== null && t('rules.short.valid', { count: rule.valid_months }),
  ]
  return parts.filter(Boolean).join(' · ')
}
