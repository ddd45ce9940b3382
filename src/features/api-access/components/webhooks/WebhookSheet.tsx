import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '#contract/api-access/webhooks.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import {
  useDeleteWebhook,
  useReplaceSecret,
  useSaveWebhook,
  useTestWebhook,
} from '../../api/webhooks.queries.ts'
import { addressIssue, type WebhookDraft } from '../../model/webhook-draft.ts'
import { Deliveries } from './Deliveries.tsx'
import { Secret } from './NewWebhookDialog.tsx'
import { WebhookFields } from './WebhookFields.tsx'

type Props = { webhook: Webhook; onClose: () => void }

/** One webhook: test, deliveries, address and events, secret, pause and deletion. */
export const WebhookSheet = ({ webhook, onClose }: Props) => {
  const { t } = useTranslation('api-access')
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('hooks.sheet')}
      description={
        <bdi dir="ltr" className="wrap-anywhere">
          {webhook.url}
        </bdi>
      }
      closeLabel={t('close')}
    >
      <div className="flex flex-col gap-6">
        <Standing webhook={webhook} />
        <Deliveries webhook={webhook} />
        <Settings webhook={webhook} />
        <SecretPart webhook={webhook} />
        <Deletion webhookId={webhook.id} onDeleted={onClose} />
      </div>
    </Sheet>
  )
}

const Standing = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useTranslation('api-access')
  const notify = useNotify()
  const save = useSaveWebhook(webhook.id)
  const test = useTestWebhook(webhook.id)
  const { url, events, is_active: isActive, paused_for: pausedFor } = webhook
  const isWithoutOwner = pausedFor === 'owner'
  const onError = (error: unknown) => notify({ kind: 'error', title: errorText(error, t('hooks.notSaved')) })
  return (
    <div className="flex flex-col gap-3">
      {!isActive && (
        <Alert
          kind={pausedFor === 'person' ? 'info' : 'error'}
          title={t(`hooks.paused.${pausedFor ?? 'person'}`)}
        >
          {isWithoutOwner && <p>{t('hooks.ownerText')}</p>}
          <p>{t('hooks.pausedText')}</p>
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          size="sm"
          variant={isActive ? 'primary' : 'secondary'}
          pending={test.isPending}
          onClick={() =>
            test.mutate(undefined, {
              onSuccess: () => notify({ kind: 'success', title: t('hooks.tested') }),
              onError,
            })
          }
        >
          {t('hooks.test')}
        </Button>
        <Button
          size="sm"
          variant={isActive ? 'secondary' : 'primary'}
          className={isActive ? undefined : 'order-first'}
          pending={save.isPending}
          onClick={() => save.mutate({ url, events, is_active: !isActive }, { onError })}
        >
          {t(isWithoutOwner ? 'hooks.takeOver' : isActive ? 'hooks.pause' : 'hooks.resume')}
        </Button>
      </div>
    </div>
  )
}

const Settings = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useTranslation('api-access')
  const notify = useNotify()
  const save = useSaveWebhook(webhook.id)
  const [draft, setDraft] = useState<WebhookDraft>({ url: webhook.url, events: webhook.events })
  const [isTried, setTried] = useState(false)
  const submit = () => {
    setTried(true)
    if (save.isPending || addressIssue(draft) || draft.events.length === 0) return
    save.mutate(
      { url: draft.url.trim(), events: [...draft.events], is_active: webhook.is_active },
      { onSuccess: () => notify({ kind: 'success', title: t('hooks.changed') }) },
    )
  }
  return (
    <section aria-labelledby="webhook-settings" className="flex flex-col gap-4 border-t border-line pt-4">
      <h3 id="webhook-settings" className="font-semibold text-ink">
        {t('hooks.settings')}
      </h3>
      <WebhookFields draft={draft} onChange={setDraft} isTried={isTried} error={save.error} />
      <Button size="sm" variant="secondary" className="self-start" pending={save.isPending} onClick={submit}>
        {t('hooks.save')}
      </Button>
    </section>
  )
}

const SecretPart = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useTranslation('api-access')
  const language = useLanguage()
  const replace = useReplaceSecret(webhook)
  const secret = replace.data?.secret
  const until = webhook.former_secret_until
  return (
    <section aria-labelledby="webhook-secret" className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 id="webhook-secret" className="font-semibold text-ink">
        {t('hooks.secret')}
      </h3>
      <p className="text-sm text-ink-muted">
        {t('hooks.secretText', { day: formatDate(webhook.secret_made_at, language) })}
      </p>
      {until !== null && (
        <p className="text-sm text-ink-muted">
          {t('hooks.bothUntil', { time: formatDate(until, language, { time: true }) })}
        </p>
      )}
      {replace.isError && <Alert kind="error">{errorText(replace.error, t('hooks.notReplaced'))}</Alert>}
      {secret !== undefined && <Secret secret={secret} />}
      {secret === undefined && (
        <Button
          size="sm"
          variant="secondary"
          className="self-start"
          pending={replace.isPending}
          onClick={() => replace.mutate()}
        >
          {t('hooks.replace')}
        </Button>
      )}
    </section>
  )
}

type DeletionProps = { webhookId: string; onDeleted: () => void }

const Deletion = ({ webhookId, onDeleted }: DeletionProps) => {
  const { t } = useTranslation('api-access')
  const notify = useNotify()
  const remove = useDeleteWebhook(webhookId)
  const [isAsked, setAsked] = useState(false)
  const run = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        notify({ kind: 'success', title: t('hooks.deleted') })
        onDeleted()
      },
      onError: (error) => notify({ kind: 'error', title: errorText(error, t('hooks.notDeleted')) }),
    })
  return (
    <div className="flex flex-col items-start gap-2 border-t border-line pt-4">
      <p className="text-sm text-ink-muted">{t('hooks.deleteText')}</p>
      {isAsked ? (
        <div className="flex flex-wrap gap-3">
          <Button size="sm" variant="danger" pending={remove.isPending} onClick={run}>
            {t('hooks.deleteNow')}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setAsked(false)}>
            {t('cancel')}
          </Button>
        </div>
      ) : (
        <Button size="sm" variant="ghost" onClick={() => setAsked(true)}>
          {t('hooks.delete')}
        </Button>
      )}
    </div>
  )
}
