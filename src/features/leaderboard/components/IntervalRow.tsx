import Laptop from 'lucide-react/icons/laptop'
import Smartphone from 'lucide-react/icons/smartphone'
import Tablet from 'lucide-react/icons/tablet'
import { useTranslation } from 'react-i18next'
import type { getIntervals } from '#contract/activity/activity.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { clockTime, intervalTime } from '../model/interval.ts'

export type Interval = ResponseOf<typeof getIntervals>['stretches'][number]

const ICONS: Record<string, typeof Laptop> = { mobile: Smartphone, tablet: Tablet }

/** A study interval: time, device, what counted, and why something did not. */
export const IntervalRow = ({ interval }: { interval: Interval }) => {
  const { t } = useTranslation('leaderboard')
  const language = useLanguage()
  const Icon = ICONS[interval.device_type] ?? Laptop
  const discarded = Math.max(0, interval.claimed_seconds - interval.counted_seconds)
  const kind = ['mobile', 'tablet', 'desktop'].includes(interval.device_type) ? interval.device_type : 'other'
  return (
    <li className="flex items-start gap-3 p-4">
      <span
        aria-hidden="true"
        className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-surface-sunken text-ink-muted"
      >
        <Icon size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <p className="font-medium tabular-nums text-ink">
            <bdi>
              {clockTime(interval.started_at, language)} – {clockTime(interval.ended_at, language)}
            </bdi>
          </p>
          <p className="flex flex-wrap gap-2">
            <Badge tone={interval.counted_seconds > 0 ? 'success' : 'neutral'}>
              {t('why.counted', { time: intervalTime(interval.counted_seconds, language) })}
            </Badge>
            {discarded > 0 && (
              <Badge tone="warning">{t('why.discarded', { time: intervalTime(discarded, language) })}</Badge>
            )}
          </p>
        </div>
        <p className="text-sm text-ink-muted">
          {t(`why.device.${kind as 'mobile' | 'tablet' | 'desktop' | 'other'}`)}
          {interval.device && (
            <>
              {' · '}
              <bdi>{interval.device}</bdi>
            </>
          )}
        </p>
        {interval.reason && discarded > 0 && (
          <p className="mt-1 text-sm text-ink">{t(`why.reason.${interval.reason}`)}</p>
        )}
      </div>
    </li>
  )
}
