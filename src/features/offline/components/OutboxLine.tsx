import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDuration, formatRelative } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import type { Entry } from '../api/use-outbox.ts'

type Props = { entry: Entry; now: number; onRetry: () => void; onDiscard: () => void }

const toneOf = ({ refused, isDraft, isPaused }: Entry) => {
  if (isPaused) return 'neutral'
  if (refused !== null) return 'error'
  return isDraft ? 'neutral' : 'warning'
}
const stateOf = ({ kind, refused, isDraft, isPaused }: Entry) => {
  if (isPaused) return 'paused'
  if (kind === 'damaged') return 'damaged'
  if (refused !== null) return 'refused'
  return isDraft ? 'draft' : 'waits'
}

/** One unsent entry: its kind, title and age, with actions. */
export const OutboxLine = ({ entry, now, onRetry, onDiscard }: Props) => {
  const { t } = useTranslation('offline')
  const language = useLanguage()
  const { kind, title, since, path, refused, isDraft, isPermanent = false, minutes } = entry
  const label = t(`kind.${kind}`)
  return (
    <Card as="li" className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium text-ink">
          {label}
          <Badge tone={toneOf(entry)}>{t(`outbox.state.${stateOf(entry)}`)}</Badge>
        </p>
        {title && (
          <p dir="auto" className="mt-1 line-clamp-2 text-ink-muted">
            {title}
          </p>
        )}
        {minutes !== undefined && (
          <p className="mt-1 text-ink-muted">
            {minutes < 1 ? t('outbox.underMinute') : formatDuration(minutes, language)}
          </p>
        )}
        {kind === 'damaged' && <p className="mt-1 text-sm text-ink-muted">{t('outbox.damagedHint')}</p>}
        {entry.isPaused && <p className="mt-1 text-sm text-ink-muted">{t('outbox.pausedHint')}</p>}
        {refused && (
          <p dir="auto" className="mt-1 text-sm text-error-text">
            {refused}
          </p>
        )}
        {since !== null && (
          <p className="mt-1 text-sm text-ink-muted">
            {t('outbox.since', { when: formatRelative(new Date(since).toISOString(), language, now) })}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {path && (
          <Link
            to={path}
            aria-label={t('outbox.openThis', { what: label })}
            className="inline-flex min-h-11 items-center px-3 font-medium text-primary-text hover:underline"
          >
            {t(isDraft ? 'outbox.finish' : 'outbox.open')}
          </Link>
        )}
        {refused !== null && kind !== 'damaged' && (
          <Button variant="secondary" onClick={onRetry}>
            {t('outbox.again')}
          </Button>
        )}
        {!isPermanent && (
          <Button variant="ghost" aria-label={t('outbox.discardThis', { what: label })} onClick={onDiscard}>
            {t('outbox.discard')}
          </Button>
        )}
      </div>
    </Card>
  )
}
