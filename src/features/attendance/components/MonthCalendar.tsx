import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'
import type { OwnSession } from '#contract/attendance/attendance.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatDate, formatNumber, localeOf } from '#src/shared/lib/format.ts'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { dayOf, firstDayOf, shiftMonth, weeksOf } from '../model/month.ts'
import { STATUS_CLASSES } from '../model/status.ts'

type Props = {
  month: string
  firstMonth: string
  lastMonth: string
  timeZone: string
  today: string
  sessions: readonly OwnSession[]
  onMonth: (month: string) => void
  onDay: (sessionId: number) => void
}

/** One letter: whole names do not fit in Arabic. */
const narrowWeekday = (day: string, language: Language) =>
  new Intl.DateTimeFormat(localeOf(language), { weekday: 'narrow', timeZone: 'UTC' }).format(new Date(day))

/** A month with a mark on each day with a class; pressing a day leads to its first class. */
export const MonthCalendar = (props: Props) => {
  const { month, sessions, timeZone } = props
  const language = useLanguage()
  const weeks = weeksOf(month, firstDayOf(localeOf(language)))
  const byDay = useMemo(
    () => Map.groupBy(sessions, (session) => dayOf(session.starts_at, timeZone)),
    [sessions, timeZone],
  )
  return (
    <section className="card p-4 sm:p-5">
      <MonthBar {...props} />
      <div className="mt-3 grid grid-cols-7 gap-1 text-center">
        {(weeks[1] ?? []).map((day, index) => (
          <span key={day ?? index} aria-hidden="true" className="pb-1 text-xs font-medium text-ink-muted">
            {day && narrowWeekday(day, language)}
          </span>
        ))}
        {weeks
          .flat()
          .map((day, index) =>
            day === null ? (
              <span key={`gap-${index}`} />
            ) : (
              <Day
                key={day}
                day={day}
                isToday={day === props.today}
                sessions={byDay.get(day) ?? []}
                onDay={props.onDay}
              />
            ),
          )}
      </div>
    </section>
  )
}

const MonthBar = ({ month, firstMonth, lastMonth, onMonth }: Props) => {
  const { t } = useTranslation('attendance')
  const language = useLanguage()
  const name = new Intl.DateTimeFormat(localeOf(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`))
  return (
    <div className="flex items-center justify-between gap-2">
      <h2 aria-live="polite" className="text-lg font-semibold text-ink">
        {name}
      </h2>
      <div className="flex">
        <IconButton
          label={t('month.previous')}
          disabled={month <= firstMonth}
          icon={<ChevronLeft aria-hidden="true" size={20} className="rtl:-scale-x-100" />}
          onClick={() => onMonth(shiftMonth(month, -1))}
        />
        <IconButton
          label={t('month.next')}
          disabled={month >= lastMonth}
          icon={<ChevronRight aria-hidden="true" size={20} className="rtl:-scale-x-100" />}
          onClick={() => onMonth(shiftMonth(month, 1))}
        />
      </div>
    </div>
  )
}

type DayProps = {
  day: string
  isToday: boolean
  sessions: readonly OwnSession[]
  onDay: (sessionId: number) => void
}

const CELL = 'relative flex aspect-square items-center justify-center rounded-lg text-sm tabular-nums'

const Day = ({ day, isToday, sessions, onDay }: DayProps) => {
  const { t } = useTranslation('attendance')
  const language = useLanguage()
  const [first] = sessions
  const number = formatNumber(Number(day.slice(8)), language)
  const border = isToday && 'ring-1 ring-inset ring-line-strong'
  if (!first) return <span className={cx(CELL, border, 'text-ink-muted')}>{number}</span>
  const statuses = sessions.map(({ status }) => t(`status.${status ?? 'planned'}`))
  // The worst mark of the day colours it: it is the one to look at.
  const worst = (['absent', 'late', 'excused', 'present'] as const).find((status) =>
    sessions.some((session) => session.status === status),
  )
  return (
    <button
      type="button"
      onClick={() => onDay(first.id)}
      className={cx(
        CELL,
        'font-semibold transition-transform hover:scale-105',
        worst ? STATUS_CLASSES[worst] : 'border border-dashed border-line-strong text-ink',
        isToday && 'ring-2 ring-inset ring-current',
      )}
    >
      {number}
      <span className="sr-only">
        {t('month.day', { day: formatDate(day, language), list: statuses.join(', ') })}
      </span>
    </button>
  )
}
