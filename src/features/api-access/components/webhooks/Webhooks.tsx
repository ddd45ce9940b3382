import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '#contract/api-access/webhooks.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { formatDate } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { webhooksQuery } from '../../api/webhooks.queries.ts'
import { textKey } from '../../model/text-key.ts'
import { NewWebhookDialog } from './NewWebhookDialog.tsx'
import { WebhookSheet } from './WebhookSheet.tsx'

/** The addresses that are told what happens. */
export const Webhooks = () => {
  const { t } = useTranslation('api-access')
  const webhooks = useQuery(webhooksQuery())
  const [isCreating, setCreating] = useState(false)
  const [openId, setOpenId] = useState<string | null>(null)
  const rows = webhooks.data?.results
  const opened = rows?.find(({ id }) => id === openId)
  const add = <Button onClick={() => setCreating(true)}>{t('hooks.new')}</Button>
  return (
    <section aria-labelledby="api-webhooks" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-reading min-w-0 flex-1 basis-64">
          <h2 id="api-webhooks" className="text-lg font-semibold text-ink">
            {t('hooks.title')}
          </h2>
          <p className="text-sm text-ink-muted">{t('hooks.text')}</p>
        </div>
        {rows !== undefined && rows.length > 0 && add}
      </div>
      <ListStates
        rows={rows}
        query={webhooks}
        texts={{
          loading: t('hooks.loading'),
          failed: t('hooks.failed'),
          empty: { title: t('hooks.empty'), text: t('hooks.emptyText'), action: add },
        }}
        skeleton={{ rows: 2, className: 'h-24' }}
      >
        {(shown) => (
          <ul className="flex flex-col gap-3">
            {shown.map((webhook) => (
              <WebhookCard key={webhook.id} webhook={webhook} onOpen={() => setOpenId(webhook.id)} />
            ))}
          </ul>
        )}
      </ListStates>
      {isCreating && <NewWebhookDialog onClose={() => setCreating(false)} />}
      {opened && <WebhookSheet key={opened.id} webhook={opened} onClose={() => setOpenId(null)} />}
    </section>
  )
}

/** Whether it works; an alarming one if the product itself has paused it. */
export const WebhookState = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useTranslation('api-access')
  if (webhook.is_active) return <Badge tone="success">{t('hooks.state.active')}</Badge>
  const reason = webhook.paused_for ?? 'person'
  return <Badge tone={reason === 'person' ? 'neutral' : 'error'}>{t(`hooks.state.${reason}`)}</Badge>
}

const WebhookCard = ({ webhook, onOpen }: { webhook: Webhook; onOpen: () => void }) => {
  const { t } = useTranslation('api-access')
  const language = useLanguage()
  const { waiting, failed, last_delivered_at: last, owner } = webhook
  const facts = [
    ...(owner === null ? [] : [t('hooks.owner', { name: owner.name })]),
    last === null ? t('hooks.never') : t('hooks.last', { time: formatDate(last, language, { time: true }) }),
    ...(waiting > 0 ? [t('hooks.waiting', { count: waiting })] : []),
    ...(failed > 0 ? [t('hooks.failedCount', { count: failed })] : []),
  ]
  return (
    <Card as="li" className="flex flex-wrap items-start justify-between gap-3">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <bdi dir="ltr" className="font-medium wrap-anywhere text-ink">
            {webhook.url}
          </bdi>
          <WebhookState webhook={webhook} />
        </p>
        <p className="text-sm text-ink-muted">
          {webhook.events.map((event) => t(`event.${textKey(event)}`)).join(' · ')}
        </p>
        <p className="text-sm text-ink-muted">{facts.map(isolated).join(' · ')}</p>
      </div>
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('hooks.openOne', { url: webhook.url })}
        onClick={onOpen}
      >
        {t('hooks.open')}
      </Button>
    </Card>
  )
}
