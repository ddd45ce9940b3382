import { useTranslation } from 'react-i18next'
import type { ApplicationEvent } from '#contract/job-applications/applications.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatDate } from '#src/shared/lib/format.ts'

/** The history of an application, newest first. */
export const Timeline = ({ events }: { events: readonly ApplicationEvent[] }) => {
  const { t } = useTranslation('job-applications')
  const language = useLanguage()
  return (
    <ol className="mt-4 flex flex-col">
      {events.toReversed().map((event, index) => (
        <li key={event.id} className="relative flex gap-4 pb-5 last:pb-0">
          <span aria-hidden="true" className="flex flex-col items-center">
            <span
              className={cx(
                'mt-1.5 size-3 shrink-0 rounded-full',
                index === 0 ? 'bg-primary' : 'bg-line-strong',
              )}
            />
            {index < events.length - 1 && <span className="mt-1 w-px grow bg-line" />}
          </span>
          <div className="min-w-0 grow">
            <p className="font-medium text-ink">
              {event.state ? t(`events.${event.state}`) : t('events.message')}
            </p>
            <p className="text-sm text-ink-muted">{formatDate(event.at, language, { time: true })}</p>
            {event.text && (
              <p
                dir="auto"
                className="mt-2 rounded-lg bg-surface-sunken px-4 py-3 break-words whitespace-pre-wrap text-ink"
              >
                {event.text}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
