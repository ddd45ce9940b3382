import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FailedPage } from '#src/core/editing/FailedPage.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { calendarQuery } from '../../api/live-admin.queries.ts'
import { addDays, byDay, daysOf, startOfDay, viewerZone, type CalendarView } from '../../model/calendar.ts'
import { Agenda } from './Agenda.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { WeekColumns } from './WeekColumns.tsx'

type Props = {
  view: Exclude<CalendarView, 'list'>
  day: string
  today: string
  onDay: (day: string) => void
}

/** The sessions of the days on view. */
export const CalendarPanel = ({ view, day, today, onDay }: Props) => {
  const { t } = useTranslation('live-admin')
  const zone = viewerZone()
  const days = daysOf(view, day)
  const from = startOfDay(zone, days[0] ?? day)
  const until = startOfDay(zone, addDays(days.at(-1) ?? day, 1))
  const calendar = useQuery(calendarQuery(from, until))
  if (!calendar.data)
    return calendar.isError ? (
      <FailedPage
        say={(key) => t(`page.${key}`)}
        error={calendar.error}
        missing={t('page.failed')}
        pending={calendar.isFetching}
        onRetry={() => void calendar.refetch()}
      />
    ) : (
      <div role="status" aria-busy="true">
        <span className="sr-only">{t('page.loading')}</span>
        <Skeleton className="h-[32rem] rounded-xl" />
      </div>
    )
  const sessions = byDay(zone, calendar.data.sessions)
  return (
    <div className="flex flex-col gap-4">
      {!calendar.data.is_complete && <Alert kind="warning" title={t('page.tooMany')} />}
      {view === 'month' ? (
        <MonthGrid days={days} day={day} today={today} sessions={sessions} onDay={onDay} />
      ) : view === 'week' ? (
        <WeekColumns days={days} today={today} sessions={sessions} />
      ) : (
        <Agenda days={days} sessions={sessions} />
      )}
      <p className="text-sm text-ink-muted">{t('page.zone', { zone })}</p>
    </div>
  )
}
