import { useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { INTERVALS_SHOWN } from '#contract/activity/activity.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { formatDate, formatDuration } from '#src/shared/lib/format.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { intervalsQuery } from '../api/leaderboard.queries.ts'
import { BlockError } from '../components/BlockError.tsx'
import { IntervalRow, type Interval } from '../components/IntervalRow.tsx'
import { dayFrom, otherDay } from '../model/interval.ts'

/** "Why this time": every counted and discarded interval of a day (rules: Learning). */
export const StudyTimePage = () => {
  const { t } = useTranslation('leaderboard')
  const [search] = useSearchParams()
  const requestedDay = dayFrom(search.get('day'))
  const today = useQuery(intervalsQuery(null))
  const intervals = useQuery(intervalsQuery(requestedDay))
  return (
    <>
      <PageHeader
        title={t('why.title')}
        text={t('why.intro')}
        above={<BackLink to={paths.progress}>{t('why.back')}</BackLink>}
      />
      {today.data && <DayPicker day={requestedDay ?? today.data.day} today={today.data.day} />}
      {intervals.data ? (
        <Day
          day={intervals.data.day}
          counted={intervals.data.counted_seconds}
          stretches={intervals.data.stretches}
        />
      ) : intervals.isError ? (
        <Card>
          <BlockError
            error={intervals.error}
            fallback={t('why.failed')}
            pending={intervals.isFetching}
            onRetry={() => void intervals.refetch()}
          />
        </Card>
      ) : (
        <div role="status" aria-busy="true">
          <span className="sr-only">{t('why.loading')}</span>
          <Skeleton className="h-72 w-full" />
        </div>
      )}
    </>
  )
}

const DayPicker = ({ day, today }: { day: string; today: string }) => {
  const { t } = useTranslation('leaderboard')
  const [, setSearch] = useSearchParams()
  const openDay = (to: string) => setSearch(to >= today ? {} : { day: to }, { replace: true })
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <IconButton
        label={t('why.dayBefore')}
        icon={<ChevronLeft aria-hidden="true" size={20} className="rtl:-scale-x-100" />}
        onClick={() => openDay(otherDay(day, -1))}
      />
      <input
        type="date"
        aria-label={t('why.day')}
        className="control w-auto"
        value={day}
        max={today}
        onChange={(event) => {
          const date = dayFrom(event.target.value)
          if (date) openDay(date)
        }}
      />
      <IconButton
        label={t('why.dayAfter')}
        icon={<ChevronRight aria-hidden="true" size={20} className="rtl:-scale-x-100" />}
        disabled={day >= today}
        onClick={() => openDay(otherDay(day, 1))}
      />
    </div>
  )
}

const Day = (props: { day: string; counted: number; stretches: readonly Interval[] }) => {
  const { t } = useTranslation('leaderboard')
  const language = useLanguage()
  const time = formatDuration(Math.floor(props.counted / 60), language)
  return (
    <section aria-labelledby="why-day">
      <Card pad="none">
        <h2 id="why-day" className="border-b border-line p-4 font-semibold text-ink">
          {t('why.total', { day: formatDate(props.day, language), time })}
        </h2>
        {props.stretches.length === 0 ? (
          <EmptyState
            illustration="rest"
            title={t(props.counted > 0 ? 'why.noStretches' : 'why.empty')}
            text={t(props.counted > 0 ? 'why.noStretchesHint' : 'why.emptyHint')}
          />
        ) : (
          <ul className="divide-y divide-line">
            {props.stretches.map((interval, index) => (
              <IntervalRow key={`${interval.started_at}-${index}`} interval={interval} />
            ))}
          </ul>
        )}
        {props.stretches.length >= INTERVALS_SHOWN && (
          <p className="border-t border-line p-4 text-sm text-ink-muted">
            {t('why.more', { count: INTERVALS_SHOWN })}
          </p>
        )}
      </Card>
      <p className="mt-4 max-w-reading text-sm text-ink-muted">{t('why.rule')}</p>
    </section>
  )
}
