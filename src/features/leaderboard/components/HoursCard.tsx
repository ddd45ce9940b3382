import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { HOURS_GRAPH_DEFAULT_DAYS, STREAK_DAY_MIN_HOURS } from '#contract/limits.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { HOUR_STEPS } from '#src/shared/lib/axis.ts'
import { formatDate, formatDuration, formatMonth } from '#src/shared/lib/format.ts'
import { BarChart } from '#src/shared/ui/content/BarChart.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { hoursQuery } from '../api/leaderboard.queries.ts'
import { barsOf, totalHours } from '../model/hours.ts'
import { withTicks } from '../model/ticks.ts'
import { BlockError } from './BlockError.tsx'

/** Last week, last 15 days, last 30 days (spec 9: Activity ranges). */
const RANGES = [
  { days: HOURS_GRAPH_DEFAULT_DAYS, text: 'hours.week' },
  { days: 15, text: 'hours.fortnight' },
  { days: 30, text: 'hours.month' },
] as const

/** Hours per day as a chart or a table. */
export const HoursCard = () => {
  const { t } = useTranslation('leaderboard')
  const language = useLanguage()
  const [days, setDays] = useState<number>(HOURS_GRAPH_DEFAULT_DAYS)
  const hours = useQuery({ ...hoursQuery(days), placeholderData: keepPreviousData })
  const found = hours.data ? withTicks(barsOf(hours.data), language) : null
  const bars =
    found?.map(({ day, hours: value, ...tick }) => ({
      key: day,
      ...tick,
      name: formatDate(day, language),
      value,
      valueText: formatDuration(value * 60, language),
      ...(found.length > HOURS_GRAPH_DEFAULT_DAYS && { group: formatMonth(day, language) }),
    })) ?? null
  const total = totalHours(hours.data)
  const rangeSelect = <RangeSelect days={days} onChange={setDays} />
  return (
    <section aria-labelledby="progress-hours">
      <Card>
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
          <h2 id="progress-hours" className="font-semibold text-ink">
            {t('hours.title')}
          </h2>
          <Link
            to={paths.studyTime}
            className="inline-flex min-h-11 items-center text-sm font-medium text-primary-text hover:underline"
          >
            {t('why.link')}
          </Link>
        </div>
        {bars && total > 0 ? (
          <BarChart
            bars={bars}
            summary={t('hours.summary', {
              total: formatDuration(total * 60, language),
              average: formatDuration((total * 60) / bars.length, language),
            })}
            columns={[t('hours.day'), t('hours.time')]}
            texts={{ asTable: t('hours.asTable'), asChart: t('hours.asChart') }}
            axis={{ steps: HOUR_STEPS, text: (value) => formatDuration(value * 60, language) }}
            goal={{
              value: STREAK_DAY_MIN_HOURS,
              text: t('hours.goal', { time: formatDuration(STREAK_DAY_MIN_HOURS * 60, language) }),
            }}
            controls={rangeSelect}
          />
        ) : bars ? (
          <>
            <div className="flex justify-end">{rangeSelect}</div>
            <EmptyState illustration="rest" title={t('hours.empty')} text={t('hours.emptyHint')} />
          </>
        ) : hours.isError ? (
          <BlockError
            error={hours.error}
            fallback={t('hours.failed')}
            pending={hours.isFetching}
            onRetry={() => void hours.refetch()}
          />
        ) : (
          <div role="status" aria-busy="true">
            <span className="sr-only">{t('hours.loading')}</span>
            <Skeleton className="h-64 w-full" />
          </div>
        )}
      </Card>
    </section>
  )
}

const RangeSelect = ({ days, onChange }: { days: number; onChange: (days: number) => void }) => {
  const { t } = useTranslation('leaderboard')
  return (
    <select
      aria-label={t('hours.range')}
      className="control w-auto"
      value={days}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {RANGES.map((range) => (
        <option key={range.days} value={range.days}>
          {t(range.text)}
        </option>
      ))}
    </select>
  )
}
