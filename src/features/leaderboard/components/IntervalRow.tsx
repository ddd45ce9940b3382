import Laptop from 'lucide-react/icons/laptop'
import Smartphone from 'lucide-react/icons/smartphone'
import Tablet from 'lucide-react/icons/tablet'
import { useTranslation } from 'react-i18next'
import type { getStretches } from '#contract/activity/activity.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { useLanguage } from '#src/core/i18n/use-text.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { clockTime, stretchTime } from '../model/interval.ts'

export type Stretch = ResponseOf<typeof getStretches>['stretches'][number]

const ICONS: Record<string, typeof Laptop> = { mobile: Smartphone, tablet: Tablet }

/** When, on what, how much of it counted and, where some did not, why. */
export const StretchRow = ({ stretch }: { stretch: Stretch }) => {
  const { t } = useTranslation('leaderboard')
  const language = useLanguage()
  const Icon = ICONS[stretch.device_type] ?? Laptop
  const discarded = Math.max(0, stretch.claimed_seconds - stretch.counted_seconds)
  const kind = ['mobile', 'tablet', 'desktop'].includes(stretch.device_type) ? stretch.device_type : 'other'
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
              {clockTime(stretch.started_at, language)} – {clockTime(stretch.ended_at, language)}
            </bdi>
          </p>
          <p className="flex flex-wrap gap-2">
            <Badge tone={stretch.counted_seconds > 0 ? 'success' : 'neutral'}>
              {t('why.counted', { time: stretchTime(stretch.counted_seconds, language) })}
            </Badge>
            {discarded > 0 && (
              <Badge tone="warning">{t('why.discarded', { time: stretchTime(discarded, language) })}</Badge>
            )}
          </p>
        </div>
        <p className="text-sm text-ink-muted">
          {t(`why.device.${kind as 'mobile' | 'tablet' | 'desktop' | 'other'}`)}
          {stretch.device && (
            <>
              {' · '}
              <bdi>{stretch.device}</bdi>
            </>
          )}
        </p>
        {stretch.reason && discarded > 0 && (
          <p className="mt-1 text-sm text-ink">{t(`why.reason.${stretch.reason}`)}</p>
        )}
      </div>
    </li>
  )
}
