import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { HOUR_STEPS } from '#src/shared/lib/axis.ts'
import { formatDate, formatDuration, formatMonth } from '#src/shared/lib/format.ts'
import { BarChart } from '#src/shared/ui/content/BarChart.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import type { Dashboard } from './types.ts'

/** Study hours of all students in the last 14 days. */
export const StudyHours = ({ hours }: { hours: Dashboard['hours'] }) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const total = hours.reduce((sum, entry) => sum + entry.hours, 0)
  return (
    <section aria-labelledby="dashboard-hours">
      <Card>
        <h2 id="dashboard-hours" className="text-lg font-semibold text-ink">
          {t('hours.title')}
        </h2>
        <p className="mb-2 text-sm text-ink-muted">{t('hours.note')}</p>
        {total === 0 ? (
          <EmptyState title={t('hours.empty')} />
        ) : (
          <BarChart
            bars={hours.map((entry) => ({
              key: entry.day,
              tick: String(Number(entry.day.slice(-2))),
              name: formatDate(entry.day, language),
              value: entry.hours,
              valueText: formatDuration(entry.hours * 60, language),
              group: formatMonth(entry.day, language),
            }))}
            summary={t('hours.summary', { total: formatDuration(total * 60, language) })}
            columns={[t('hours.day'), t('hours.time')]}
            axis={{ steps: HOUR_STEPS, text: (value) => formatDuration(value * 60, language) }}
            texts={{ asTable: t('hours.asTable'), asChart: t('hours.asChart') }}
          />
        )}
      </Card>
    </section>
  )
}
