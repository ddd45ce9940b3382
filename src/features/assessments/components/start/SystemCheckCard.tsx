import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import type { SystemCheck } from './use-system-check.ts'

/** A slower connection is noticeable but loses no answer. */
const SLOW_MS = 1500
/** A smaller difference does not matter. */
const CLOCK_OFF_MS = 60_000

type CheckResult = { key: string; isGood: boolean; text: string }

/** The results of the system check. No result prevents the start. */
export const SystemCheckCard = ({ check, onAgain }: { check: SystemCheck | null; onAgain: () => void }) => {
  const { t } = useTranslation('assessments')
  const language = useLanguage()
  const resultsOf = ({ roundTripMs, clockAheadMs, storage, fullscreen }: SystemCheck): CheckResult[] => {
    const isSlow = roundTripMs !== null && roundTripMs > SLOW_MS
    const isClockOff = clockAheadMs !== null && Math.abs(clockAheadMs) > CLOCK_OFF_MS
    const count = clockAheadMs === null ? 0 : Math.round(Math.abs(clockAheadMs) / 60_000)
    return [
      {
        key: 'network',
        isGood: roundTripMs !== null && !isSlow,
        text:
          roundTripMs === null
            ? t('check.networkNone')
            : t(isSlow ? 'check.networkSlow' : 'check.network', {
                ms: formatNumber(Math.round(roundTripMs), language),
              }),
      },
      {
        key: 'clock',
        isGood: clockAheadMs !== null && !isClockOff,
        text:
          clockAheadMs === null
            ? t('check.clockUnknown')
            : isClockOff
              ? t(clockAheadMs > 0 ? 'check.clockAhead' : 'check.clockBehind', { count })
              : t('check.clock'),
      },
      { key: 'storage', isGood: storage, text: t(storage ? 'check.storage' : 'check.storageNone') },
      { key: 'screen', isGood: fullscreen, text: t(fullscreen ? 'check.screen' : 'check.screenNone') },
    ]
  }
  return (
    <Card as="section" aria-labelledby="check-title">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="check-title" className="text-lg font-semibold text-ink">
          {t('check.title')}
        </h2>
        <Button size="sm" variant="ghost" disabled={!check} onClick={onAgain}>
          {t('check.again')}
        </Button>
      </div>
      <div aria-live="polite">
        {check ? (
          <ul className="flex flex-col gap-2">
            {resultsOf(check).map(({ key, isGood, text }) => {
              const Icon = isGood ? CircleCheck : CircleAlert
              return (
                <li
                  key={key}
                  data-check={key}
                  data-good={isGood}
                  className="flex items-start gap-2.5 text-sm"
                >
                  <Icon
                    aria-hidden="true"
                    size={20}
                    className={isGood ? 'shrink-0 text-success-text' : 'shrink-0 text-warning-text'}
                  />
                  <span className="text-ink">{text}</span>
                </li>
              )
            })}
          </ul>
        ) : (
          <>
            <span className="sr-only">{t('check.running')}</span>
            <SkeletonText lines={4} />
          </>
        )}
      </div>
    </Card>
  )
}
