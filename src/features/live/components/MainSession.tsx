import { useTranslation } from 'react-i18next'
import type { ScheduledSession } from '#contract/live/live.ts'
import { isJoinable, JOIN_OPENS_MS, type SessionState } from '#contract/live/session-state.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { dayText, timeText } from '../model/session-time.ts'
import { AddToCalendar } from './AddToCalendar.tsx'
import { Countdown } from './Countdown.tsx'
import { JoinPanel } from './JoinPanel.tsx'
import { RecordingStatus } from './RecordingStatus.tsx'
import { SessionPeople, SessionTime } from './SessionFacts.tsx'

type Props = { session: ScheduledSession; state: SessionState; now: number }

/** The session that the page is about; it walks through its states while it is open. */
export const MainSession = ({ session, state, now }: Props) => {
  const language = useLanguage()
  return (
    <Card
      as="section"
      aria-labelledby="main-session"
      className="grid gap-6 lg:grid-cols-[1fr_20rem] lg:gap-10"
    >
      <div className="flex min-w-0 flex-col gap-3">
        <StateBadge state={state} />
        <h2 id="main-session" className="text-xl font-bold tracking-tight text-ink sm:text-2xl">
          <bdi>{session.title}</bdi>
        </h2>
        <div>
          <span className="block font-semibold text-ink first-letter:uppercase">
            {dayText(session.starts_at, language, now)}
          </span>
          <SessionTime session={session} />
        </div>
        <SessionPeople session={session} />
        {session.description !== '' && (
          <p dir="auto" className="max-w-reading whitespace-pre-line text-ink-muted">
            {session.description}
          </p>
        )}
      </div>
      <div className="flex flex-col justify-center gap-4">
        <Step session={session} state={state} now={now} />
      </div>
    </Card>
  )
}

const TONES = {
  scheduled: 'neutral',
  open: 'primary',
  live: 'success',
  ended: 'neutral',
  cancelled: 'error',
} as const

const StateBadge = ({ state }: { state: SessionState }) => {
  const { t } = useTranslation('live')
  return (
    <p role="status" className="flex">
      <Badge
        tone={TONES[state]}
        icon={
          state === 'live' && (
            <span
              aria-hidden="true"
              className="size-2 animate-pulse rounded-full bg-current motion-reduce:animate-none"
            />
          )
        }
      >
        {t(`state.${state}`)}
      </Badge>
    </p>
  )
}

/** What to do now: wait, join, or wait for the recording. */
const Step = ({ session, state, now }: Props) => {
  const { t } = useTranslation('live')
  const language = useLanguage()
  const startsAt = Date.parse(session.starts_at)
  if (state === 'ended') return <RecordingStatus session={session} now={now} variant="primary" />
  if (isJoinable(state))
    return (
      <>
        <Countdown
          until={state === 'open' ? startsAt : Date.parse(session.ends_at)}
          label={t(state === 'open' ? 'countdown.starts' : 'countdown.ends')}
        />
        <JoinPanel session={session} isLarge />
      </>
    )
  return (
    <>
      <Countdown until={startsAt} label={t('countdown.starts')} />
      <p className="text-sm text-ink-muted">
        {t('join.opensAt', { time: timeText(new Date(startsAt - JOIN_OPENS_MS).toISOString(), language) })}
      </p>
      <AddToCalendar sessionId={session.id} title={session.title} />
    </>
  )
}
