import { useTranslation } from 'react-i18next'
import type { StaffEvent } from '#contract/job-applications/pipeline.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatDate } from '#src/shared/lib/format.ts'

/** Moves, messages and notes, newest first. */
export const History = ({ events }: { events: readonly StaffEvent[] }) => {
  const { t } = useTranslation('recruiting')
  const language = useLanguage()
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium text-ink-muted">{t('history.title')}</h3>
      <ol className="flex flex-col gap-4">
        {events.toReversed().map((event) => (
          <li key={event.id}>
            <p className="text-sm text-ink">
              <span className="font-medium">
                {event.state
                  ? t(`states.${event.state}`)
                  : t(`history.${event.kind === 'note' ? 'note' : 'message'}`)}
              </span>
              {event.reason && ` · ${t(`reject.reasons.${event.reason}`)}`}
            </p>
            <p className="text-xs text-ink-muted">
              {event.by && (
                <>
                  <bdi>{event.by}</bdi> ·{' '}
                </>
              )}
              {formatDate(event.at, language, { time: true })}
            </p>
            {event.text && (
              <p
                dir="auto"
                className={cx(
                  'mt-1 rounded-lg px-3 py-2 text-sm break-words whitespace-pre-wrap text-ink',
                  event.kind === 'note' ? 'bg-warning-soft' : 'bg-surface-sunken',
                )}
              >
                {event.text}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
