import { useTranslation } from 'react-i18next'
import Laptop from 'lucide-react/icons/laptop'
import Smartphone from 'lucide-react/icons/smartphone'
import type { Session } from '#contract/auth/auth.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate, formatRelative } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'

interface Props {
  session: Session
  /** Epoch ms that relative times count from: when the list was loaded. */
  now: number
  /** Absent for the current device. */
  onEnd?: () => void
}

/** The city of a zone, such as Kolkata of Asia/Kolkata; null for UTC and its like, which are no places. */
const placeOf = (zone: string | null): string | null =>
  zone === null || !/^(?!Etc\/).+\//.test(zone)
    ? null
    : (zone.split('/').at(-1)?.replaceAll('_', ' ') ?? null)

/** One signed-in device. */
export const DeviceRow = ({ session, now, onEnd }: Props) => {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const place = placeOf(session.time_zone)
  const Icon = /android|iphone|ipad|mobile|phone/i.test(session.device) ? Smartphone : Laptop
  return (
    <div className="flex items-center gap-4 border-t border-line py-3">
      <Icon aria-hidden="true" size={24} className="shrink-0 text-ink-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <bdi className="break-words">{session.device}</bdi>
          {session.current && <Badge tone="success">{t('devices.current')}</Badge>}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-muted">
          <span title={formatDate(session.last_seen_at, language, { time: true })}>
            {t('devices.lastSeen', { when: formatRelative(session.last_seen_at, language, now) })}
          </span>
          <span>{t('devices.since', { when: formatDate(session.created_at, language) })}</span>
          {place !== null && <span>{t('devices.place', { place: isolated(place) })}</span>}
          <span>{t('devices.network', { network: isolated(session.network) })}</span>
        </p>
      </div>
      {onEnd && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={t('devices.endNamed', { device: session.device })}
          onClick={onEnd}
        >
          {t('devices.end')}
        </Button>
      )}
    </div>
  )
}
