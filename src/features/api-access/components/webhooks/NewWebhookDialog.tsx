import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '#src/core/http/api-error.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useCreateWebhook } from '../../api/webhooks.queries.ts'
import { addressIssue, EMPTY_WEBHOOK } from '../../model/webhook-draft.ts'
import { OneTimeSecret } from '../OneTimeSecret.tsx'
import { WebhookFields } from './WebhookFields.tsx'

const useNewWebhook = () => {
  const create = useCreateWebhook()
  const [draft, setDraft] = useState(EMPTY_WEBHOOK)
  const [isTried, setTried] = useState(false)
  // One id for one form: pressing twice makes one webhook.
  const [id, setId] = useState(() => crypto.randomUUID())
  const submit = () => {
    setTried(true)
    if (create.isPending || addressIssue(draft) || draft.events.length === 0) return
    create.mutate(
      { id, url: draft.url.trim(), events: [...draft.events] },
      {
        // It exists, but the answer was lost: the next try makes another one.
        onError: (error) => {
          if (isApiError(error) && error.code === 'conflict') setId(crypto.randomUUID())
        },
      },
    )
  }
  return { create, draft, setDraft, isTried, submit }
}

/** Address and events of a new webhook; then its secret, once. */
export const NewWebhookDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('api-access')
  const { create, draft, setDraft, isTried, submit } = useNewWebhook()
  const secret = create.data?.secret
  return (
    <Dialog
      open
      stubborn
      onOpenChange={(open) => !open && onClose()}
      title={t(secret === undefined ? 'hooks.new' : 'hooks.ready')}
      closeLabel={t('close')}
      actions={
        secret === undefined ? (
          <>
            <Button pending={create.isPending} onClick={submit}>
              {t('hooks.create')}
            </Button>
            <Button variant="secondary" onClick={onClose}>
              {t('cancel')}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t('keys.saved')}</Button>
        )
      }
    >
      {secret === undefined ? (
        <WebhookFields draft={draft} onChange={setDraft} isTried={isTried} error={create.error} />
      ) : (
        <Secret secret={secret} />
      )}
    </Dialog>
  )
}

/** The signing secret, shown once. */
export const Secret = ({ secret }: { secret: string }) => {
  const { t } = useTranslation('api-access')
  return (
    <OneTimeSecret
      label={t('hooks.secret')}
      title={t('hooks.once')}
      text={t('hooks.onceText')}
      secret={secret}
    />
  )
}
