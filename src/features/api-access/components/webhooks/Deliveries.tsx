import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { webhookEvents } from '#contract/api-access/events.ts'
import type { Webhook, WebhookDelivery } from '#contract/api-access/webhooks.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate, formatNumber } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { DELIVERIES_PER_PAGE, deliveriesQuery, useReplay } from '../../api/webhooks.queries.ts'
import { textKey } from '../../model/text-key.ts'

/** What was sent, and what the receiver said. */
export const Deliveries = ({ webhook }: { webhook: Pick<Webhook, 'id' | 'is_active'> }) => {
  const { t } = useTranslation('api-access')
  const [page, setPage] = useState(1)
  const deliveries = useQuery(deliveriesQuery(webhook.id, page))
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
              <Delivery key={delivery.id} delivery={delivery} webhook={webhook} />
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
  // Without isolation a unit in Latin letters takes the number of the next part along in Arabic.
  return [said, t('log.ms', { ms: formatNumber(took, language) }), t('log.tries', { count: tries })]
    .map(isolated)
    .join(' · ')
}

type DeliveryProps = { delivery: WebhookDelivery; webhook: Pick<Webhook, 'id' | 'is_active'> }

/** What comes next for a delivery that waits. While the webhook is paused nothing does. */
const Next = ({ delivery, isActive }: { delivery: WebhookDelivery; isActive: boolean }) => {
  const { t } = useTranslation('api-access')
  const language = useLanguage()
  const { due_at: due, state, tries } = delivery
  if (state !== 'waiting' || due === null || (isActive && tries === 0)) return null
  return (
    <p className="text-sm text-ink-muted">
      {isActive ? t('log.due', { time: formatDate(due, language, { time: true }) }) : t('log.held')}
    </p>
  )
}

const Delivery = ({ delivery, webhook }: DeliveryProps) => {
  const { t } = useTranslation('api-access')
  const language = useLanguage()
  const notify = useNotify()
  const replay = useReplay(webhook.id)
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
      <Next delivery={delivery} isActive={webhook.is_active} />
      {delivery.answer !== null && delivery.answer !== '' && (
        <details className="group text-sm">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 font-medium text-ink [&::-webkit-details-marker]:hidden">
            {t('log.answer')}
            <ChevronDown
              aria-hidden="true"
              size={16}
              className="shrink-0 text-ink-muted transition-transform group-open:rotate-180"
            />
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
        className="-ms-3 self-start"
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
