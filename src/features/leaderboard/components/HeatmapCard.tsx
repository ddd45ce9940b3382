import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDuration, localeOf } from '#src/shared/lib/format.ts'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { heatmapQuery } from '../api/leaderboard.queries.ts'
import { cellsOf, monthsOf, type HeatCell, type MonthSum } from '../model/heatmap.ts'
import { HeatGrid } from './HeatGrid.tsx'
import { QueryBlock } from './QueryBlock.tsx'

/** A year of days, as a grid with keyboard navigation or as a table. */
export const HeatmapCard = () => {
  const { t } = useTranslation('leaderboard')
  const heatmap = useQuery(heatmapQuery())
  return (
    <QueryBlock
      id="progress-heatmap"
      title={t('heatmap.title')}
      query={heatmap}
      texts={{ loading: t('heatmap.loading'), failed: t('heatmap.failed') }}
      skeleton={<Skeleton className="h-40 w-full" />}
    >
      {(data) => <Year cells={cellsOf(data)} />}
    </QueryBlock>
  )
}

const Year = ({ cells }: { cells: readonly HeatCell[] }) => {
  const { t } = useTranslation('leaderboard')
  const language = useLanguage()
  const [isTable, setIsTable] = useState(false)
  const active = cells.filter(({ minutes }) => minutes > 0)
  const total = active.reduce((sum, { minutes }) => sum + minutes, 0)
  const summary = t('heatmap.summary', { count: active.length, total: formatDuration(total, language) })
  return (
    <>
      <p className="mb-3 text-sm text-ink-muted">{summary}</p>
      {isTable ? <Months months={monthsOf(cells)} caption={summary} /> : <HeatGrid cells={cells} />}
      <button
        type="button"
        aria-pressed={isTable}
        className="mt-1 inline-flex min-h-11 items-center text-sm font-medium text-primary-text hover:underline"
        onClick={() => setIsTable(!isTable)}
      >
        {t(isTable ? 'hours.asChart' : 'hours.asTable')}
      </button>
    </>
  )
}

const Months = ({ months, caption }: { months: readonly MonthSum[]; caption: string }) => {
  const { t } = useTranslation('leaderboard')
  const language = useLanguage()
  const name = new Intl.DateTimeFormat(localeOf(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  if (months.length === 0) return <p className="py-4 text-ink-muted">{t('heatmap.empty')}</p>
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-ink-muted">
          <th scope="col" className="py-2 text-start font-medium">
            {t('heatmap.month')}
          </th>
          <th scope="col" className="py-2 text-end font-medium">
            {t('heatmap.days')}
          </th>
          <th scope="col" className="py-2 text-end font-medium">
            {t('hours.time')}
          </th>
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-2 text-start font-normal text-ink">
              {name.format(new Date(month.month))}
            </th>
            <td className="py-2 text-end tabular-nums text-ink">{month.days}</td>
            <td className="py-2 text-end tabular-nums text-ink">{formatDuration(month.minutes, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
