import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import Plus from 'lucide-react/icons/plus'
import type { StaffSession } from '#contract/live/admin/sessions.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { useTimes } from '../../hooks/use-times.ts'
import { newSessionLink } from '../../model/planner-address.ts'
import { SessionChip } from './SessionChip.tsx'

type Props = {
  days: readonly string[]
  today: string
  sessions: ReadonlyMap<string, readonly StaffSession[]>
}

/** A week: seven columns on wide screens, seven rows on narrow ones. */
export const WeekColumns = ({ days, today, sessions }: Props) => {
  const { t } = useTranslation('live-admin')
  const times = useTimes()
  return (
    <ol className="card grid overflow-hidden lg:grid-cols-7">
      {days.map((day) => (
        <li
          key={day}
          className="flex min-w-0 gap-2 border-b border-line p-2 last:border-0 lg:min-h-80 lg:flex-col lg:border-b-0 lg:border-e"
        >
          <h3
            aria-current={day === today ? 'date' : undefined}
            className={cx(
              'w-24 shrink-0 text-sm lg:w-auto',
              day === today ? 'font-bold text-primary-text' : 'font-medium text-ink-muted',
            )}
          >
            {times.shortDay(day)}
          </h3>
          <ul className="flex min-w-0 flex-1 flex-col gap-1">
            {(sessions.get(day) ?? []).map((session) => (
              <li key={session.id}>
                <SessionChip session={session} wraps />
              </li>
            ))}
          </ul>
          <Link
            to={newSessionLink(day)}
            aria-label={t('page.planOn', { day: times.longDay(day) })}
            className="inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-ink-muted hover:bg-surface-sunken lg:w-full"
          >
            <Plus aria-hidden="true" size={18} />
          </Link>
        </li>
      ))}
    </ol>
  )
}
