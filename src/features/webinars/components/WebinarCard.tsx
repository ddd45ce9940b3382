import CalendarDays from 'lucide-react/icons/calendar-days'
import Check from 'lucide-react/icons/check'
import CirclePlay from 'lucide-react/icons/circle-play'
import Users from 'lucide-react/icons/users'
import Video from 'lucide-react/icons/video'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isJoinable } from '#contract/live/session-state.ts'
import type { Webinar } from '#contract/live/webinars.ts'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { paths } from '#src/core/paths.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { localeOf } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { useRegistration } from '../api/webinars.queries.ts'
import { RegistrationList } from './RegistrationList.tsx'

/** One webinar: when, by whom, how many seats are left, and the one thing to do about it. */
export const WebinarCard = ({ webinar }: { webinar: Webinar }) => {
  const { t } = useTranslation('webinars')
  return (
    <Card as="li" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <h2 className="min-w-0 flex-1 text-lg font-semibold text-ink">
          <bdi>{webinar.title}</bdi>
        </h2>
        <State webinar={webinar} />
      </div>
      <dl className="flex flex-col gap-1.5 text-sm text-ink">
        <Line icon={<CalendarDays aria-hidden="true" size={18} />} label={t('card.when')}>
          <When webinar={webinar} />
        </Line>
        {webinar.hosts.length > 0 && (
          <Line icon={<Users aria-hidden="true" size={18} />} label={t('card.hosts')}>
            <bdi>{webinar.hosts.map(({ name }) => name).join(', ')}</bdi>
          </Line>
        )}
      </dl>
      {webinar.description !== '' && (
        <p dir="auto" className="line-clamp-3 whitespace-pre-line text-sm text-ink-muted">
          {webinar.description}
        </p>
      )}
      <div className="mt-auto flex flex-col gap-3">
        <Seats webinar={webinar} />
        <Seat webinar={webinar} />
        <Recorded webinar={webinar} />
        {webinar.may_manage && <StaffActions webinar={webinar} />}
      </div>
    </Card>
  )
}

const State = ({ webinar: { state, is_registered: isRegistered } }: { webinar: Webinar }) => {
  const { t } = useTranslation('webinars')
  if (state === 'live' || state === 'open') return <Badge tone="success">{t(`state.${state}`)}</Badge>
  if (state === 'cancelled') return <Badge tone="error">{t('state.cancelled')}</Badge>
  if (!isRegistered) return null
  return (
    <Badge tone="success" icon={<Check aria-hidden="true" size={14} />}>
      {t('card.registered')}
    </Badge>
  )
}

type LineProps = { icon: ReactNode; label: string; children: ReactNode }

const Line = ({ icon, label, children }: LineProps) => (
  <div className="flex items-start gap-2">
    <dt className="shrink-0 text-ink-muted">
      {icon}
      <span className="sr-only">{label}</span>
    </dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)

/** In the viewer's zone; where the hosts' clock shows another time, that one too. */
const When = ({ webinar }: { webinar: Webinar }) => {
  const { t } = useTranslation('webinars')
  const locale = localeOf(useLanguage())
  const [from, until] = [new Date(webinar.starts_at), new Date(webinar.ends_at)]
  const range = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  }).formatRange(from, until)
  const time = (timeZone?: string) =>
    new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(from)
  const isElsewhere = time() !== time(webinar.time_zone)
  return (
    <>
      {range}
      {isElsewhere && (
        <span className="block text-ink-muted">
          {t('card.hostTime', {
            time: time(webinar.time_zone),
            zone: webinar.time_zone.replaceAll('_', ' '),
          })}
        </span>
      )}
    </>
  )
}

const isClosed = ({ state }: Webinar) => state === 'ended' || state === 'cancelled'

const Seats = ({ webinar }: { webinar: Webinar }) => {
  const { t } = useTranslation('webinars')
  const { capacity, registered } = webinar
  if (capacity === null || isClosed(webinar))
    return <p className="text-sm text-ink-muted tabular-nums">{t('card.people', { count: registered })}</p>
  const left = Math.max(0, capacity - registered)
  return (
    <div>
      <p className="mb-1.5 text-sm text-ink tabular-nums">
        {left === 0 ? t('card.full') : t('card.left', { count: left })}
      </p>
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-surface-sunken">
        <div
          className="h-full rounded-full bg-primary"
          style={{ inlineSize: `${Math.min(100, (registered / capacity) * 100)}%` }}
        />
      </div>
    </div>
  )
}

/** Takes a seat or gives it up. */
const Seat = ({ webinar }: { webinar: Webinar }) => {
  const { t } = useTranslation('webinars')
  const registration = useRegistration(webinar.id)
  const isLiveOff = useAppSelector((state) => isFeatureOff(selectClientInfo(state), 'live_class'))
  if (isClosed(webinar)) return null
  const isFull = webinar.capacity !== null && webinar.registered >= webinar.capacity
  return (
    <>
      {registration.isError && <Alert kind="error" title={errorText(registration.error, t('card.failed'))} />}
      {webinar.is_registered && isJoinable(webinar.state) && !isLiveOff && (
        <Link to={paths.live} className={buttonClass({})}>
          <Video aria-hidden="true" size={20} />
          {t('card.join')}
        </Link>
      )}
      {webinar.is_registered ? (
        <Button
          variant={isJoinable(webinar.state) ? 'ghost' : 'secondary'}
          pending={registration.isPending}
          onClick={() => registration.mutate(false)}
        >
          {t('card.leave')}
        </Button>
      ) : (
        <Button pending={registration.isPending} disabled={isFull} onClick={() => registration.mutate(true)}>
          {t(isFull ? 'card.full' : 'card.register')}
        </Button>
      )}
    </>
  )
}

/** What became of a webinar that is over. */
const Recorded = ({ webinar }: { webinar: Webinar }) => {
  const { t } = useTranslation('webinars')
  const isOff = useAppSelector((state) => isFeatureOff(selectClientInfo(state), 'live_class'))
  if (isOff || webinar.state !== 'ended') return null
  if (webinar.recording.state === 'ready')
    return (
      <Link to={paths.recording(webinar.id)} className={buttonClass({})}>
        <CirclePlay aria-hidden="true" size={20} />
        {t('card.watch')}
        <span className="sr-only">: {webinar.title}</span>
      </Link>
    )
  if (webinar.recording.state !== 'expected') return null
  return <p className="text-sm text-ink-muted">{t('card.expected')}</p>
}

const StaffActions = ({ webinar }: { webinar: Webinar }) => {
  const { t } = useTranslation('webinars')
  const [isOpen, setOpen] = useState(false)
  const isPlanningOff = useAppSelector((state) => isFeatureOff(selectClientInfo(state), 'admin_live'))
  return (
    <div className="flex flex-wrap gap-3 border-t border-line pt-3">
      <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
        {t('card.registrations', { count: webinar.registered })}
      </Button>
      {!isPlanningOff && (
        <Link
          to={`${adminPaths.live}?session=${webinar.id}`}
          className={buttonClass({ variant: 'ghost', size: 'sm' })}
        >
          {t('card.manage')}
        </Link>
      )}
      {isOpen && <RegistrationList webinar={webinar} onClose={() => setOpen(false)} />}
    </div>
  )
}
