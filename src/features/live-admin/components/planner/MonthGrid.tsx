import Plus from 'lucide-react/icons/plus'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { StaffSession } from '#contract/live/admin/sessions.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { useTimes } from '../../hooks/use-times.ts'
import { addDays, addMonths, WEEK_DAYS } from '../../model/calendar.ts'
import { newSessionLink } from '../../model/planner-address.ts'
import { SessionChip } from './SessionChip.tsx'
import { SessionLine } from './SessionLine.tsx'

const CHIPS = 3

type Props = {
  days: readonly string[]
  day: string
  today: string
  sessions: ReadonlyMap<string, readonly StaffSession[]>
  onDay: (day: string) => void
}

/** The day that a key leads to; null for keys of others. */
const dayByKey = (key: string, day: string, isRtl: boolean): string | null => {
  const along = isRtl ? -1 : 1
  const moves: Readonly<Record<string, () => string>> = {
    ArrowRight: () => addDays(day, along),
    ArrowLeft: () => addDays(day, -along),
    ArrowDown: () => addDays(day, WEEK_DAYS),
    ArrowUp: () => addDays(day, -WEEK_DAYS),
    PageDown: () => addMonths(day, 1),
    PageUp: () => addMonths(day, -1),
  }
  return moves[key]?.() ?? null
}

/** A month: pick a day by press or arrow keys, and its sessions stand below. */
export const MonthGrid = ({ days, day, today, sessions, onDay }: Props) => {
  const grid = useRef<HTMLDivElement>(null)
  const hasMoved = useRef(false)
  useEffect(() => {
    if (hasMoved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    hasMoved.current = false
  }, [day])
  const move = (event: KeyboardEvent) => {
    const next = dayByKey(event.key, day, document.documentElement.dir === 'rtl')
    if (next === null || !(event.target instanceof HTMLButtonElement)) return
    event.preventDefault()
    hasMoved.current = true
    onDay(next)
  }
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys of the day buttons */}
      <div ref={grid} className="card overflow-hidden" onKeyDown={move}>
        <WeekdayRow days={days.slice(0, WEEK_DAYS)} />
        <div className="grid grid-cols-7">
          {days.map((each) => (
            <DayCell
              key={each}
              day={each}
              isChosen={each === day}
              isToday={each === today}
              isOutside={each.slice(0, 7) !== day.slice(0, 7)}
              sessions={sessions.get(each) ?? []}
              onChoose={() => onDay(each)}
            />
          ))}
        </div>
      </div>
      <ChosenDay day={day} sessions={sessions.get(day) ?? []} />
    </>
  )
}

const WeekdayRow = ({ days }: { days: readonly string[] }) => {
  const times = useTimes()
  return (
    <div aria-hidden="true" className="grid grid-cols-7 border-b border-line">
      {days.map((day) => (
        <span key={day} className="truncate px-1 py-2 text-center text-xs font-medium text-ink-muted">
          {times.weekday(day)}
        </span>
      ))}
    </div>
  )
}

type CellProps = {
  day: string
  isChosen: boolean
  isToday: boolean
  isOutside: boolean
  sessions: readonly StaffSession[]
  onChoose: () => void
}

const DayCell = ({ day, isChosen, isToday, isOutside, sessions, onChoose }: CellProps) => {
  const { t } = useTranslation('live-admin')
  const times = useTimes()
  const hidden = sessions.length - CHIPS
  return (
    <div
      className={cx(
        'flex min-h-14 min-w-0 flex-col gap-1 border-b border-e border-line p-1 [&:nth-child(7n)]:border-e-0 lg:min-h-28 lg:p-1.5',
        isOutside && 'bg-surface-sunken',
      )}
    >
      <button
        type="button"
        tabIndex={isChosen ? 0 : -1}
        aria-pressed={isChosen}
        aria-current={isToday ? 'date' : undefined}
        aria-label={t('page.dayWith', { day: times.longDay(day), count: sessions.length })}
        className={cx(
          'flex min-h-11 flex-col items-center justify-center gap-1 rounded-lg text-sm tabular-nums lg:min-h-8 lg:items-start lg:px-1.5',
          isChosen ? 'bg-primary font-semibold text-on-primary' : 'hover:bg-surface-sunken',
          !isChosen && isToday && 'font-bold text-primary-text',
          !isChosen && !isToday && (isOutside ? 'text-ink-muted' : 'text-ink'),
        )}
        onClick={onChoose}
      >
        {Number(day.slice(8))}
        {sessions.length > 0 && (
          <span
            aria-hidden="true"
            className={cx('size-1.5 rounded-full lg:hidden', isChosen ? 'bg-on-primary' : 'bg-primary')}
          />
        )}
      </button>
      <div className="hidden flex-col gap-1 lg:flex">
        {sessions.slice(0, CHIPS).map((session) => (
          <SessionChip key={session.id} session={session} />
        ))}
        {hidden > 0 && (
          <button
            type="button"
            className="rounded-md px-1.5 text-start text-xs font-medium text-primary-text hover:underline"
            onClick={onChoose}
          >
            {t('page.more', { count: hidden })}
          </button>
        )}
      </div>
    </div>
  )
}

const ChosenDay = ({ day, sessions }: { day: string; sessions: readonly StaffSession[] }) => {
  const { t } = useTranslation('live-admin')
  const times = useTimes()
  return (
    <section aria-label={times.longDay(day)}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-base font-semibold text-ink">{times.longDay(day)}</h3>
        <Link to={newSessionLink(day)} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
          <Plus aria-hidden="true" size={18} />
          {t('page.planHere')}
        </Link>
      </div>
      {sessions.length === 0 ? (
        <p className="text-sm text-ink-muted">{t('page.emptyDay')}</p>
      ) : (
        <ul className="card divide-y divide-line p-1">
          {sessions.map((session) => (
            <li key={session.id}>
              <SessionLine session={session} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
