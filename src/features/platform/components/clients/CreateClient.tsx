import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreatedClient } from '#contract/platform/clients.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { useCreateClient } from '../../api/clients.queries.ts'
import { bodyOf, emptyClient, isComplete, type ClientDraft } from '../../model/new-client.ts'
import { AdminFields } from './AdminFields.tsx'
import { ClientFields } from './ClientFields.tsx'
import { FeatureFields } from './FeatureFields.tsx'
import { LimitFields } from './LimitFields.tsx'

const FORM = 'new-client'

type Props = { onClose: () => void; onCreated: (created: CreatedClient) => void }

/** A new client with its first administrator. What was typed stays when it could not be created. */
export const CreateClient = ({ onClose, onCreated }: Props) => {
  const { t } = useTranslation('platform')
  const language = useLanguage()
  const [draft, setDraft] = useState<ClientDraft>(() =>
    emptyClient(language, Intl.DateTimeFormat().resolvedOptions().timeZone),
  )
  const { mutate, isPending, error } = useCreateClient()
  const refused = isApiError(error) ? error.fields : undefined
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus()
  }, [refused])
  const body = bodyOf(draft)
  const change = (changes: Partial<ClientDraft>) => setDraft((before) => ({ ...before, ...changes }))
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('create.title')}
      description={t('create.text')}
      closeLabel={t('cancel')}
      stubborn
      actions={
        <>
          <Button
            type="submit"
            form={FORM}
            pending={isPending}
            disabled={body === null || !isComplete(draft)}
          >
            {t('create.submit')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={FORM}
        noValidate
        className="flex flex-col gap-8"
        onSubmit={(event) => {
          event.preventDefault()
          if (body) mutate(body, { onSuccess: onCreated })
        }}
      >
        {Boolean(error) && <Alert kind="error" title={errorText(error, t('create.failed'))} />}
        <ClientFields draft={draft} refused={refused} onChange={change} />
        <AdminFields draft={draft} refused={refused} onChange={change} />
        <FeatureFields value={draft.features} onChange={(features) => change({ features })} />
        <fieldset className="flex flex-col gap-4">
          <legend className="mb-3 text-base font-semibold text-ink">{t('create.limits')}</legend>
          <LimitFields draft={draft.limits} onChange={(limits) => change({ limits })} />
        </fieldset>
      </form>
    </Sheet>
  )
}
