import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { StaffSession } from '#contract/live/admin/sessions.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { useTimes } from '../../hooks/use-times.ts'
import { sessionLink } from '../../model/planner-address.ts'

const TONES = {
  scheduled: 'neutral',
  open: 'info',
  live: 'success',
  ended: 'neutral',
  cancelled: 'error',
} as const

export const StateBadge = ({ state }: Pick<StaffSession, 'state'>) => {
  const { t } = useTranslation('live-admin')
  return <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
}

/** One session in a list of a day: time, title, course, hosts and numbers. */
export const SessionLine = ({ session }: { session: StaffSession }) => {
  const { t } = useTranslation('live-admin')
  const times = useTimes()
  const isCancelled = session.state === 'cancelled'
  return (
    <Link
      to={sessionLink(session.id)}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg px-3 py-2.5 -outline-offset-2 hover:bg-surface-sunken"
    >
      <span className="w-36 shrink-0 text-sm tabular-nums text-ink-muted">
        {times.range(session.starts_at, session.ends_at)}
      </span>
      <span className="min-w-0 flex-1 basis-48">
        <span className={cx('block font-medium text-ink', isCancelled && 'line-through')}>
          <bdi>{session.title}</bdi>
        </span>
        <span className="block text-sm text-ink-muted">
          <Details session={session} />
        </span>
      </span>
      <span className="flex items-center gap-3 text-sm text-ink-muted">
        <span className="tabular-nums">
          {session.state === 'ended'
            ? t('row.joined', { joined: session.joined, invited: session.invited })
            : t(session.kind === 'webinar' ? 'row.registered' : 'row.invited', { count: session.invited })}
        </span>
        {session.state !== 'scheduled' && session.state !== 'ended' && <StateBadge state={session.state} />}
      </span>
    </Link>
  )
}

const Details = ({ session }: { session: StaffSession }) => {
  const { t } = useTranslation('live-admin')
  const parts = [
    session.kind === 'webinar'
      ? t('kind.webinar')
      : (session.course?.title ?? t(`audience.${session.audience}`)),
    ...session.hosts.map(({ name }) => name),
  ]
  return parts.map((part, index) => (
    <span key={`${index} ${part}`}>
      {index > 0 && ' · '}
      <bdi>{part}</bdi>
    </span>
  ))
}
