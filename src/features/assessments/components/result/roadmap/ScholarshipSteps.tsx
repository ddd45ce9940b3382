import { useTranslation } from 'react-i18next'
import { boundsOf } from '#contract/assessments/shapes.ts'
import type { Roadmap } from '#contract/assessments/results.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { percentText } from '../../../model/labels.ts'
import { scholarshipSteps } from '../../../model/roadmap.ts'

/** What score earns which scholarship, as rising steps with the learner's own one marked. */
export const ScholarshipSteps = ({ roadmap }: { roadmap: Roadmap }) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const score = percentText(roadmap.percent, language, boundsOf(roadmap))
  const steps = scholarshipSteps(roadmap.bands, roadmap.percent)
  if (roadmap.bands.length === 0)
    return <p className="mb-8 text-lg text-ink">{t('roadmap.yours', { percent: score })}</p>
  return (
    <Card as="section" aria-labelledby="steps-title" className="mb-8">
      <h2 id="steps-title" className="text-lg font-semibold text-ink">
        {t('roadmap.steps')}
      </h2>
      <p className="mt-1 text-ink-muted">
        {t('roadmap.yours', { percent: score })}{' '}
        {roadmap.scholarship_percent > 0 &&
          t('scholarship.got', { percent: percentText(roadmap.scholarship_percent, language) })}
      </p>
      <ol className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] items-end gap-2">
        {steps.map(({ from, scholarship, isOwn }) => (
          <li key={from} aria-current={isOwn || undefined} className="text-center">
            <p
              className={cx(
                'text-base font-bold tabular-nums sm:text-xl',
                isOwn ? 'text-primary-text' : 'text-ink',
              )}
            >
              {percentText(scholarship, language)}
            </p>
            <div
              aria-hidden="true"
              style={{ height: `${0.5 + (scholarship / 100) * 3}rem` }}
              className={cx('mt-1 rounded-t-lg', isOwn ? 'bg-primary' : 'bg-line')}
            />
            <p className="border-t-2 border-line pt-1.5 text-xs text-ink-muted">
              {from === 0
                ? t('roadmap.below', { percent: percentText(steps[1]?.from ?? 0, language) })
                : t('roadmap.from', { percent: percentText(from, language) })}
            </p>
            {isOwn && <p className="text-xs font-semibold text-primary-text">{t('roadmap.you')}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
