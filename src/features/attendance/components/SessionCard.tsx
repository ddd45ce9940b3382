import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnSession } from '#contract/attendance/attendance.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate, formatDuration } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { STATUS_TONES } from '../model/status.ts'
import { DisputeDialog } from './DisputeDialog.tsx'

type Props = { session: OwnSession; timeZone: string; now: number }

/** One class: its mark, what it follows from, and a way to say that it is wrong. */
export const SessionCard = ({ session, timeZone, now }: Props) => {
  const { t } = useTranslation('attendance')
  const language = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const { status, dispute } = session
  const isPlanned = status === null && new Date(session.starts_at).getTime() > now
  const mayDispute =
    status !== null && status !== 'present' && (dispute === null || dispute.answered_at !== null)
  return (
    <li id={`class-${session.id}`} tabIndex={-1} className="scroll-mt-24 rounded-xl outline-focus card p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="text-sm text-ink-muted">
            {formatDate(session.starts_at, language, { time: true, timeZone })}
          </p>
          <h3 className="mt-0.5 font-medium text-ink">
            <bdi>{session.title}</bdi>
          </h3>
          {session.course && <bdi className="block text-sm text-ink-muted">{session.course.title}</bdi>}
        </div>
        <Badge tone={status ? STATUS_TONES[status] : 'neutral'} className="shrink-0">
          {t(`status.${status ?? (isPlanned ? 'planned' : 'pending')}`)}
        </Badge>
      </div>
      <Facts session={session} isPlanned={isPlanned} />
      <DisputeNote session={session} />
      {mayDispute && (
        <Button
          variant="ghost"
          size="sm"
          className="-ms-3 mt-1"
          icon={<MessageCircleQuestion aria-hidden="true" size={16} />}
          onClick={() => setAsking(true)}
        >
          {t('dispute.open')}
        </Button>
      )}
      {isAsking && <DisputeDialog session={session} onClose={() => setAsking(false)} />}
    </li>
  )
}

const MINUTE_MS = 60_000

/** What the mark follows from. */
const Facts = ({ session, isPlanned }: { session: OwnSession; isPlanned: boolean }) => {
  const { t } = useTranslation('attendance')
  const language = useLanguage()
  const { minutes, length_minutes: length, joined_at: joinedAt, source, reason } = session
  const after = joinedAt
    ? Math.floor((new Date(joinedAt).getTime() - new Date(session.starts_at).getTime()) / MINUTE_MS)
    : null
  const parts = [
    minutes !== null && t('session.minutes', { minutes, length }),
    after !== null && (after >= 1 ? t('session.joined', { count: after }) : t('session.onTime')),
    source === 'check-in' && t('session.checkIn'),
    source === 'manual' && t('session.manual'),
    isPlanned && t('session.length', { length: formatDuration(length, language) }),
  ].filter((part) => part !== false)
  return (
    <>
      {parts.length > 0 && <p className="mt-2 text-sm text-ink">{parts.join(' · ')}</p>}
      {reason && <p className="mt-1 text-sm text-ink">{t('session.reason', { reason: isolated(reason) })}</p>}
    </>
  )
}

const DisputeNote = ({ session: { dispute } }: { session: OwnSession }): ReactNode => {
  const { t } = useTranslation('attendance')
  if (dispute === null) return null
  const text = isolated(dispute.text)
  return (
    <div className="mt-3 rounded-lg bg-surface-sunken px-3 py-2 text-sm text-ink">
      {dispute.answer === null ? (
        <p>{t('dispute.waiting', { text })}</p>
      ) : (
        <>
          <p className="text-ink-muted">{t('dispute.asked', { text })}</p>
          <p className="mt-1">{t('dispute.answered', { answer: isolated(dispute.answer) })}</p>
        </>
      )}
    </div>
  )
}
