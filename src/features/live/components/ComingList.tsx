import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScheduledSession } from '#contract/live/live.ts'
import { isJoinable } from '#contract/live/session-state.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { stateAt } from '../model/main-session.ts'
import { dayText } from '../model/session-time.ts'
import { AddToCalendar } from './AddToCalendar.tsx'
import { JoinPanel } from './JoinPanel.tsx'
import { SessionPeople, SessionTime } from './SessionFacts.tsx'

type Props = {
  sessions: readonly ScheduledSession[]
  now: number
  /** Beside the heading. */
  action: ReactNode
}

/** A phone shows so many before it asks. */
const FIRST_SHOWN = 3

/** The sessions after the main one, by day. */
export const ComingList = ({ sessions, now, action }: Props) => {
  const { t } = useTranslation('live')
  const [isWhole, setWhole] = useState(false)
  if (sessions.length === 0) return null
  const shown = isWhole ? sessions : sessions.slice(0, FIRST_SHOWN)
  return (
    <section aria-labelledby="coming-sessions" className="mt-8 sm:mt-10">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="coming-sessions" className="text-lg font-bold text-ink">
          {t('coming.title')}
        </h2>
        {action}
      </div>
      <ul className="card divide-y divide-line">
        {shown.map((session) => (
          <ComingRow key={session.id} session={session} now={now} />
        ))}
      </ul>
      {shown.length < sessions.length && (
        <Button variant="ghost" className="mt-2" onClick={() => setWhole(true)}>
          {t('coming.all', { count: sessions.length })}
        </Button>
      )}
    </section>
  )
}

const ComingRow = ({ session, now }: { session: ScheduledSession; now: number }) => {
  const { t } = useTranslation('live')
  const language = useLanguage()
  const state = stateAt(session, now)
  const isCancelled = state === 'cancelled'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 sm:flex sm:gap-x-6 sm:px-6 sm:py-4">
      <div className="shrink-0 text-sm max-sm:order-2 sm:w-52 sm:text-base">
        <p className="font-semibold text-ink first-letter:uppercase max-sm:me-2 max-sm:inline-block sm:text-sm">
          {dayText(session.starts_at, language, now)}
        </p>
        <SessionTime session={session} isCrossed={isCancelled} />
      </div>
      <div className="min-w-0 flex-1 max-sm:order-1">
        <h3 className={cx('font-semibold text-ink', isCancelled && 'line-through')}>
          <bdi>{session.title}</bdi>
        </h3>
        <div className="mt-1 max-sm:hidden">
          <SessionPeople session={session} />
        </div>
      </div>
      <div className="shrink-0 max-sm:order-1 max-sm:row-span-2">
        {isCancelled ? (
          <Badge tone="error">{t('state.cancelled')}</Badge>
        ) : isJoinable(state) ? (
          <JoinPanel session={session} />
        ) : (
          <AddToCalendar sessionId={session.id} title={session.title} isIcon />
        )}
      </div>
    </li>
  )
}
