import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { LiveSession } from '#contract/live/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { paths } from '#src/core/paths.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { hostTime, timeRange } from '../model/session-time.ts'

/** "6:30 – 7:30 PM", and the host's zone below. */
export const SessionTime = ({
  session,
  isCrossed = false,
}: {
  session: LiveSession
  isCrossed?: boolean
}) => {
  const { t } = useTranslation('live')
  const language = useLanguage()
  const { zone, time } = hostTime(session, language)
  return (
    <>
      <time dateTime={session.starts_at} className={cx('font-medium text-ink', isCrossed && 'line-through')}>
        {timeRange(session, language)}
      </time>
      <span className="block text-sm text-ink-muted">
        {time === null ? zone : t('time.host', { time, zone })}
      </span>
    </>
  )
}

/** Who teaches, and the course. */
export const SessionPeople = ({ session }: { session: LiveSession }) => {
  const { t } = useTranslation('live')
  const [first] = session.hosts
  const names = session.hosts.map(({ name }) => name).join(', ')
  if (!first && !session.course) return null
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-ink-muted">
      {first && <Avatar name={first.name} src={first.profile_picture} size={28} />}
      {first && (
        <span>
          {t('with')} <bdi className="text-ink">{names}</bdi>
        </span>
      )}
      {session.course && (
        <Link to={paths.course(session.course.id)} className="font-medium text-primary-text hover:underline">
          <bdi>{session.course.title}</bdi>
        </Link>
      )}
    </div>
  )
}
