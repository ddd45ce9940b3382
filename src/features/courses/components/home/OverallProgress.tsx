import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { ProgressRing } from '#src/shared/ui/feedback/Progress.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { learningHomeQuery } from '../../api/learning-home.queries.ts'
import { HomeState } from './HomeState.tsx'

/** Progress over all enrolled courses; nothing before the first one. */
export const OverallProgress = () => {
  const { t } = useTranslation('courses')
  const home = useQuery(learningHomeQuery())
  if (home.data?.overall.enrolled_courses === 0) return null
  return (
    <section aria-labelledby="progress-overall">
      <Card>
        <h2 id="progress-overall" className="mb-4 font-semibold text-ink">
          {t('home.overallTitle')}
        </h2>
        <HomeState skeleton={<Skeleton className="h-24 w-full" />}>
          {({ overall }) => {
            const summary = t('home.overallSummary', {
              done: overall.completed_items,
              total: overall.total_items,
            })
            return (
              <div className="flex items-center gap-5">
                <ProgressRing
                  value={overall.percent}
                  label={t('home.overallTitle')}
                  valueText={summary}
                  tone={overall.percent === 100 ? 'success' : 'primary'}
                >
                  <span aria-hidden="true" className="text-xl font-bold tabular-nums text-ink">
                    {overall.percent}%
                  </span>
                </ProgressRing>
                <div className="min-w-0">
                  <p className="text-sm text-ink-muted">{summary}</p>
                  <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
                    <Figure label={t('home.enrolledCourses')} value={overall.enrolled_courses} />
                    <Figure label={t('home.completedCourses')} value={overall.completed_courses} />
                  </dl>
                </div>
              </div>
            )
          }}
        </HomeState>
      </Card>
    </section>
  )
}

const Figure = ({ label, value }: { label: string; value: number }) => (
  <div className="flex flex-col-reverse">
    <dt className="text-xs text-ink-muted">{label}</dt>
    <dd className="text-lg font-semibold tabular-nums text-ink">{value}</dd>
  </div>
)
