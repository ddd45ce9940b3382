import Award from 'lucide-react/icons/award'
import AtSign from 'lucide-react/icons/at-sign'
import BriefcaseBusiness from 'lucide-react/icons/briefcase-business'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CalendarX from 'lucide-react/icons/calendar-x'
import BookOpen from 'lucide-react/icons/book-open'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import CircleCheck from 'lucide-react/icons/circle-check'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import MessageSquare from 'lucide-react/icons/message-square'
import Eye from 'lucide-react/icons/eye'
import Medal from 'lucide-react/icons/medal'
import Reply from 'lucide-react/icons/reply'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import Ticket from 'lucide-react/icons/ticket'
import Timer from 'lucide-react/icons/timer'
import Undo2 from 'lucide-react/icons/undo-2'
import Video from 'lucide-react/icons/video'
import type { TFunction } from 'i18next'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { badgeNames } from '#contract/badges/badges.ts'
import type { Notification, NotificationKind } from '#contract/notifications/notifications.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatDate, formatRelative } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'

const ICONS: Record<NotificationKind, typeof AtSign> = {
  mention: AtSign,
  reply: Reply,
  followed: MessageSquare,
  accepted: CircleCheck,
  post_removed: ShieldAlert,
  report_settled: ShieldAlert,
  graded: Award,
  seat_offered: Ticket,
  payment_due: CalendarClock,
  payment_returned: Undo2,
  refund_declined: Undo2,
  course_opened: BookOpen,
  badge_earned: Medal,
  certificate_issued: Award,
  certificate_ready: Award,
  certificate_expiring: CalendarClock,
  certificate_revoked: ShieldAlert,
  attendance_low: CalendarClock,
  attendance_answered: CalendarCheck,
  attendance_corrected: CalendarCheck,
  result_released: ClipboardCheck,
  result_changed: ClipboardCheck,
  extra_time: Timer,
  appeal_decided: ClipboardCheck,
  live_reminder: Video,
  job_alert: BriefcaseBusiness,
  application_news: BriefcaseBusiness,
  application_message: MessageSquare,
  live_invited: Video,
  live_moved: CalendarClock,
  live_cancelled: CalendarX,
  referral_rewarded: Award,
  referral_reversed: Undo2,
  account_viewed: Eye,
}

/**
 * Isolates names and titles, so that they do not affect the direction of the sentence. `count` selects the
 * plural form of texts with minutes, `context` the moment of a reminder.
 */
const textParams = (params: Notification['params']) => ({
  ...Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? isolated(value) : value,
    ]),
  ),
  count: Number(params['minutes'] ?? 0),
  context: String(params['moment'] ?? ''),
})

/** A badge is stored by its key; people read its name. */
const badgeNamed = (params: Notification['params'], t: TFunction): Notification['params'] => {
  const badge = badgeNames.find((name) => name === params['badge'])
  return badge ? { ...params, badge: t(`leaderboard:badges.${badge}.name`) } : params
}

interface Props {
  row: Notification
  /** Epoch ms that relative times count from. */
  now: number
  /** Stable between renders while nothing changes. */
  onOpen: (row: Notification) => void
}

/** One notification; following its link marks it as read. Memoised: a list may hold a thousand of them. */
export const NotificationRow = memo(function NotificationRow({ row, now, onOpen }: Props) {
  const { t } = useTranslation(['notifications', 'leaderboard'])
  const language = useLanguage()
  const Icon = ICONS[row.kind]
  const isUnread = row.read_at === null
  const params = textParams(badgeNamed(row.params, t))
  return (
    <li className="border-t border-line [contain-intrinsic-size:auto_5.5rem] [content-visibility:auto] first:border-t-0">
      <Link
        to={row.link}
        className={cx(
          'flex gap-3 px-4 py-3 -outline-offset-2 hover:bg-surface-sunken',
          isUnread && 'bg-primary-soft/40',
        )}
        onClick={() => onOpen(row)}
      >
        <span
          aria-hidden="true"
          className={cx(
            'flex size-9 shrink-0 items-center justify-center rounded-lg',
            isUnread ? 'bg-primary-soft text-primary-text' : 'bg-surface-sunken text-ink-muted',
          )}
        >
          <Icon size={18} className={row.kind === 'reply' ? 'rtl:-scale-x-100' : undefined} />
        </span>
        <span className="min-w-0 flex-1">
          <span className={cx('block text-sm text-ink', isUnread && 'font-semibold')}>
            {isUnread && <span className="sr-only">{t('list.unreadMark')} </span>}
            {t(`kinds.${row.kind}.title`, params)}
          </span>
          <span className="line-clamp-2 text-sm text-ink-muted">{t(`kinds.${row.kind}.text`, params)}</span>
          <time
            dateTime={row.created_at}
            title={formatDate(row.created_at, language, { time: true })}
            className="mt-0.5 block text-xs text-ink-muted"
          >
            {formatRelative(row.created_at, language, now)}
          </time>
        </span>
        {isUnread && (
          <span aria-hidden="true" className="mt-1.5 size-2.5 shrink-0 self-start rounded-full bg-primary" />
        )}
      </Link>
    </li>
  )
})
