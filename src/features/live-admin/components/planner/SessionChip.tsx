import { Link } from 'react-router-dom'
import type { StaffSession } from '#contract/live/admin/sessions.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { useTimes } from '../../hooks/use-times.ts'
import { sessionLink } from '../../model/planner-address.ts'

/** A session in a cell of the calendar: time and title. */
export const SessionChip = ({ session, wraps = false }: { session: StaffSession; wraps?: boolean }) => {
  const times = useTimes()
  const isOver = session.state === 'ended' || session.state === 'cancelled'
  return (
    <Link
      to={sessionLink(session.id)}
      className={cx(
        'block rounded-md px-1.5 py-1 text-xs -outline-offset-2',
        isOver ? 'bg-surface-sunken text-ink-muted' : 'bg-primary-soft text-primary-text',
        session.state === 'live' && 'font-semibold',
        session.state === 'cancelled' && 'line-through',
        wraps ? 'break-words' : 'truncate',
      )}
    >
      <span className="tabular-nums">{times.time(session.starts_at)}</span> <bdi>{session.title}</bdi>
    </Link>
  )
}
