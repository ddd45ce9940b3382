import { useTranslation } from 'react-i18next'
import type { Student } from '#contract/students/students.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { HOUR_STEPS } from '#src/shared/lib/axis.ts'
import { formatDate, formatDuration, formatMonth } from '#src/shared/lib/format.ts'
import { BarChart } from '#src/shared/ui/content/BarChart.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'

const SECONDS_PER_HOUR = 3600

/** Study time of the last 30 days. */
export const StudyCard = ({ student }: { student: Student }) => {
  const { t } = useTranslation('students')
  const language = useLanguage()
  const time = (hours: number) => formatDuration(hours * 60, language)
  const total = student.study.reduce((sum, { seconds }) => sum + seconds, 0) / SECONDS_PER_HOUR
  return (
    <section aria-labelledby="student-study">
      <Card>
        <h2 id="student-study" className="mb-2 text-lg font-semibold text-ink">
          {t('study.title')}
        </h2>
        {total * 60 < 1 ? (
          <p className="text-ink-muted">{t('study.empty')}</p>
        ) : (
          <BarChart
            bars={student.study.map(({ day, seconds }) => ({
              key: day,
              tick: String(Number(day.slice(-2))),
              name: formatDate(day, language),
              value: seconds / SECONDS_PER_HOUR,
              valueText: time(seconds / SECONDS_PER_HOUR),
              group: formatMonth(day, language),
            }))}
            summary={t('study.summary', { total: time(total) })}
            columns={[t('study.day'), t('study.time')]}
            axis={{ steps: HOUR_STEPS, text: time }}
            texts={{ asTable: t('study.asTable'), asChart: t('study.asChart') }}
          />
        )}
      </Card>
    </section>
  )
}
