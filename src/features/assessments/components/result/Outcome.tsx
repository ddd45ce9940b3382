import { useTranslation } from 'react-i18next'
import type { ResultPage } from '#contract/assessments/results.ts'
import type { Result } from '#contract/assessments/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Score } from './Score.tsx'
import { Topics } from './Topics.tsx'

/** Submitted but not released: says what happens next, and when. */
export const Unreleased = ({ page }: { page: ResultPage }) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const { release, closes_at } = page.assessment
  const text =
    release === 'after_end' && closes_at !== null
      ? t('unreleased.afterEnd', { date: formatDate(closes_at, language, { time: true }) })
      : t('unreleased.byHand')
  return (
    <Card>
      <EmptyState as="h2" illustration="rest" role="status" title={t('unreleased.title')} text={text} />
    </Card>
  )
}

/** Score, scholarship, next step and topics. */
export const Outcome = ({ page, result }: { page: ResultPage; result: Result }) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  return (
    <>
      {result.reason !== null && (
        <Alert kind="info" title={t('regraded', { date: formatDate(result.at, language) })}>
          <bdi>{result.reason}</bdi>
        </Alert>
      )}
      <Score page={page} result={result} />
      <Topics page={page} result={result} />
    </>
  )
}
