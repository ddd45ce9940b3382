import { useTranslation } from 'react-i18next'
import { NEARLY_FULL, type LimitKind, type PlatformClient } from '#contract/platform/clients.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { formatBytes } from '#src/shared/lib/text/format-bytes.ts'
import { percentUsed } from '../../model/limits.ts'

type Props = { client: PlatformClient; kind: LimitKind }

/** "120 of 500" with a bar; without a limit the number alone. */
export const UsageBar = ({ client, kind }: Props) => {
  const { t } = useTranslation('platform')
  const language = useLanguage()
  const used = client.usage[kind]
  const limit = client.limits[kind]
  const text = (value: number) =>
    kind === 'storage_bytes' ? formatBytes(value, language) : formatNumber(value, language)
  const percent = percentUsed(used, limit)
  if (limit === null || percent === null) return <span>{text(used)}</span>
  const isFull = used >= limit
  const isNear = used >= limit * NEARLY_FULL
  const words = t('usage.of', { used: text(used), limit: text(limit) })
  return (
    <div className="flex min-w-28 flex-col gap-1">
      <span>{words}</span>
      <div
        role="meter"
        aria-label={t(`limits.${kind}`)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={words}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          style={{ width: `${percent}%` }}
          className={cx('h-full rounded-full', isFull ? 'bg-error' : isNear ? 'bg-warning' : 'bg-primary')}
        />
      </div>
      {isNear && (
        <span className={cx('text-xs font-medium', isFull ? 'text-error-text' : 'text-warning-text')}>
          {t(isFull ? 'usage.full' : 'usage.nearlyFull')}
        </span>
      )}
    </div>
  )
}
