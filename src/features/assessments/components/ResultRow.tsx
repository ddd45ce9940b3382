import Hourglass from 'lucide-react/icons/hourglass'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { OwnResult } from '#contract/assessments/results.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { ProgressRing } from '#src/shared/ui/feedback/Progress.tsx'
import { percentText, said } from '../model/labels.ts'

/** One finished attempt; the whole row opens its result. */
export const ResultRow = ({ result }: { result: OwnResult }) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const { attempt, assessment, is_one_of_several: isOneOfSeveral } = result
  const title = said(assessment.title, language, assessment.main_language)
  const scholarship = attempt.scholarship_percent ?? 0
  return (
    <li className="card relative flex items-center gap-4 p-4 transition-colors hover:border-line-strong sm:gap-5">
      <Ring attempt={attempt} title={title} />
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold text-ink">
          <Link
            to={paths.assessmentResult(attempt.id)}
            className="after:absolute after:inset-0 after:rounded-xl hover:underline"
          >
            <bdi>{title}</bdi>
            {isOneOfSeveral && (
              <span className="sr-only">, {t('attempts.number', { number: attempt.number })}</span>
            )}
          </Link>
        </h2>
        <p className="mt-0.5 text-sm text-ink-muted">
          {isOneOfSeveral && (
            <span aria-hidden="true">{t('attempts.number', { number: attempt.number })} · </span>
          )}
          {formatDate(attempt.finished_at ?? attempt.deadline_at, language)}
        </p>
        <p className="mt-2 flex flex-wrap gap-2 empty:hidden">
          {!attempt.released && <Badge>{t('attempts.waiting')}</Badge>}
          {attempt.passed !== null && (
            <Badge tone={attempt.passed ? 'success' : 'neutral'}>
              {t(attempt.passed ? 'passed' : 'notPassed')}
            </Badge>
          )}
          {scholarship > 0 && (
            <Badge tone="primary">
              {t('scholarship.got', { percent: percentText(scholarship, language) })}
            </Badge>
          )}
        </p>
      </div>
    </li>
  )
}

const Ring = ({ attempt, title }: { attempt: OwnResult['attempt']; title: string }) => {
  const language = useLanguage()
  if (attempt.percent === null)
    return (
      <span className="flex size-18 shrink-0 items-center justify-center rounded-full bg-surface-sunken text-ink-muted">
        <Hourglass aria-hidden="true" size={24} />
      </span>
    )
  return (
    <ProgressRing
      size={72}
      value={attempt.percent}
      label={title}
      valueText={percentText(attempt.percent, language, attempt.bounds)}
      tone={attempt.passed === true ? 'success' : 'primary'}
    >
      <span className="font-bold tabular-nums text-ink">
        {percentText(attempt.percent, language, attempt.bounds)}
      </span>
    </ProgressRing>
  )
}
