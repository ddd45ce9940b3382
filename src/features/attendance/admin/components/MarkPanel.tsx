import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { MarkDetail } from '#contract/attendance/sheets.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { STATUS_TONES } from '../../model/status.ts'
import { markQuery } from '../api/sheets.queries.ts'

type Props = { sessionId: number; userId: number; name: string; onClose: () => void }

/** One mark: what was measured, who changed it and why, and what the learner says. */
export const MarkPanel = ({ sessionId, userId, name, onClose }: Props) => {
  const { t } = useTranslation('attendance/admin')
  const query = useQuery(markQuery(sessionId, userId))
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={<bdi>{name}</bdi>}
      closeLabel={t('panel.close')}
    >
      {query.data ? (
        <Detail mark={query.data} />
      ) : query.isError ? (
        <Alert kind="error">{errorText(query.error, t('panel.failed'))}</Alert>
      ) : (
        <SkeletonText lines={6} />
      )}
    </Sheet>
  )
}

const Detail = ({ mark }: { mark: MarkDetail }) => {
  const { t } = useTranslation('attendance/admin')
  const language = useLanguage()
  const { session, status, source, minutes } = mark
  return (
    <div className="flex flex-col gap-5 text-sm text-ink">
      <div>
        <p className="text-ink-muted">{formatDate(session.starts_at, language, { time: true })}</p>
        <p className="mt-0.5 text-base font-medium">
          <bdi>{session.title}</bdi>
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <Badge tone={status ? STATUS_TONES[status] : 'neutral'}>{t(`status.${status ?? 'none'}`)}</Badge>
          {source && <span className="text-ink-muted">{t(`source.${source}`)}</span>}
        </p>
        {minutes !== null && (
          <p className="mt-2">{t('panel.minutes', { minutes, length: session.length_minutes })}</p>
        )}
        {mark.joined_at && (
          <p className="mt-1">
            {t('panel.joined', { at: formatDate(mark.joined_at, language, { time: true }) })}
          </p>
        )}
        {source === 'manual' && mark.found && (
          <p className="mt-1 text-ink-muted">{t('panel.found', { status: t(`status.${mark.found}`) })}</p>
        )}
      </div>
      <History mark={mark} />
    </div>
  )
}

const History = ({ mark }: { mark: MarkDetail }) => {
  const { t } = useTranslation('attendance/admin')
  const language = useLanguage()
  return (
    <section aria-labelledby="mark-history">
      <h3 id="mark-history" className="text-base font-semibold">
        {t('panel.history')}
      </h3>
      {mark.history.length === 0 && <p className="mt-1 text-ink-muted">{t('panel.noHistory')}</p>}
      <ol className="mt-2 flex flex-col gap-3 border-s-2 border-line ps-4">
        {mark.disputes.map((dispute) => (
          <li key={`dispute-${dispute.id}`}>
            <p>{t('panel.dispute', { text: isolated(dispute.text) })}</p>
            <p className="text-ink-muted">{formatDate(dispute.created_at, language, { time: true })}</p>
          </li>
        ))}
        {mark.history.map((change) => (
          <li key={change.id}>
            <p>
              {t('panel.change', {
                from: t(`status.${change.from ?? 'none'}`),
                to: t(`status.${change.to ?? 'none'}`),
              })}
            </p>
            {change.reason && <p>{t('panel.reason', { reason: isolated(change.reason) })}</p>}
            <p className="text-ink-muted">
              {[
                change.by ? isolated(change.by) : t(`source.${change.source}`),
                formatDate(change.at, language, { time: true }),
              ].join(' · ')}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
