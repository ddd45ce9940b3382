import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { webhookEvents } from '#contract/api-access/events.ts'
import type { WebhookDelivery } from '#contract/api-access/webhooks.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate, formatNumber } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { DELIVERIES_PER_PAGE, deliveriesQuery, useReplay } from '../../api/webhooks.queries.ts'
import { textKey } from '../../model/text-key.ts'

/** What was sent, and what the receiver said. */
export const Deliveries = ({ webhookId }: { webhookId: string }) => {
  const { t } = useTranslation('api-access')
  const [page, setPage] = useState(1)
  const deliveries = useQuery(deliveriesQuery(webhookId, page))
  const pages = Math.ceil((deliveries.data?.count ?? 0) / DELIVERIES_PER_PAGE)
  return (
    <section aria-labelledby="webhook-deliveries" className="flex flex-col gap-3">
      <h3 id="webhook-deliveries" className="font-semibold text-ink">
        {t('log.title')}
      </h3>
      <ListStates
        rows={deliveries.data?.results}
        query={deliveries}
        texts={{
          loading: t('log.loading'),
          failed: t('log.failed'),
          empty: { title: t('log.empty'), text: t('log.emptyText') },
        }}
        skeleton={{ rows: 3, className: 'h-12' }}
      >
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} webhookId={webhookId} />
            ))}
          </ul>
        )}
      </ListStates>
      <Pagination
        page={page}
        pages={pages}
        onPage={setPage}
        texts={{
          label: t('log.pages'),
          previous: t('log.previous'),
          next: t('log.next'),
          page: (number) => t('log.page', { number }),
        }}
      />
    </section>
  )
}

const TONES = { waiting: 'warning', delivered: 'success', failed: 'error' } as const

const useResult = ({ status, took_ms: took, failure, tries }: WebhookDelivery): string | null => {
  const { t } = useTranslation('api-access')
  const language = useLanguage()
  if (tries === 0 || took === null) return null
  const said = status === null ? t(`log.failure.${failure ?? 'no-answer'}`) : t('log.status', { status })
  return [said, t('log.ms', { ms: formatNumber(took, language) }), t('log.tries', { count: tries })].join(
    ' · ',
  )
}

const Delivery = ({ delivery, webhookId }: { delivery: WebhookDelivery; webhookId: string }) => {
  const { t } = useTranslation('api-access')
  const language = useLanguage()
  const notify = useNotify()
  const replay = useReplay(webhookId)
  const result = useResult(delivery)
  const event = webhookEvents.find((each) => each === delivery.type)
  const time = formatDate(delivery.tried_at ?? delivery.created_at, language, { time: true })
  const title = t(`event.${textKey(event ?? 'webhook.test')}`)
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium text-ink">{title}</span>
        <Badge tone={TONES[delivery.state]}>{t(`log.state.${delivery.state}`)}</Badge>
      </div>
      <p className="text-sm text-ink-muted">
        {time}
        {result !== null && ` · ${result}`}
      </p>
      {delivery.due_at !== null && delivery.tries > 0 && (
        <p className="text-sm text-ink-muted">
          {t('log.due', { time: formatDate(delivery.due_at, language, { time: true }) })}
        </p>
      )}
      {delivery.answer !== null && delivery.answer !== '' && (
        <details className="text-sm">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-ink">
            {t('log.answer')}
          </summary>
          <pre
            dir="auto"
            className="max-h-48 overflow-auto rounded-lg bg-surface-sunken p-3 break-all whitespace-pre-wrap"
          >
            {delivery.answer}
          </pre>
        </details>
      )}
      <Button
        size="sm"
        variant="ghost"
        className="self-start"
        pending={replay.isPending}
        aria-label={t('log.againOne', { event: title, time })}
        onClick={() =>
          replay.mutate(delivery.id, {
            onError: (error) => notify({ kind: 'error', title: errorText(error, t('log.notAgain')) }),
          })
        }
      >
        {t('log.again')}
      </Button>
    </li>
  )
}
