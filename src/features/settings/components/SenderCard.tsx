import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnSender } from '#contract/emails/sender.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { formatDate } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { senderQuery, useCheckSender, useRemoveSender, useSetSender } from '../api/sender.queries.ts'

/** The client's own sender address, with the DNS record that lets it sign its mails. */
export const SenderCard = () => {
  const { t } = useTranslation('settings/sender')
  const sender = useQuery(senderQuery())
  return (
    <ListStates
      rows={sender.data && [sender.data]}
      query={sender}
      texts={{ loading: t('loading'), failed: t('loadFailed'), empty: { title: t('title') } }}
      skeleton={{ rows: 1, className: 'h-56' }}
    >
      {([found]) =>
        found && (
          <Card as="section" className="flex flex-col gap-5">
            <div className="flex flex-col gap-1">
              <h2 className="text-lg font-semibold text-ink">{t('title')}</h2>
              <p className="text-sm text-ink-muted">{t('intro')}</p>
            </div>
            {found.own ? <Own own={found.own} /> : <AddressForm saved="" onDone={() => undefined} />}
          </Card>
        )
      }
    </ListStates>
  )
}

type FormProps = { saved: string; onDone: () => void; onCancel?: () => void }

const AddressForm = ({ saved, onDone, onCancel }: FormProps) => {
  const { t } = useTranslation('settings/sender')
  const [address, setAddress] = useState(saved)
  const { mutate, isPending, error } = useSetSender()
  const isRefused = isApiError(error) && error.fields?.['address'] !== undefined
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        mutate(address, { onSuccess: onDone })
      }}
    >
      <Field
        label={t('address')}
        hint={t('addressHint', { example: 'example.org' })}
        error={isRefused ? t('invalid') : null}
      >
        {(control) => (
          <TextInput
            {...control}
            type="email"
            dir="ltr"
            autoComplete="off"
            maxLength={254}
            value={address}
            onChange={({ target }) => setAddress(target.value)}
          />
        )}
      </Field>
      {Boolean(error) && !isRefused && <Alert kind="error" title={errorText(error, t('failed'))} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={isPending} disabled={address.trim() === ''}>
          {t(saved === '' ? 'set' : 'save')}
        </Button>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}

const Own = ({ own }: { own: OwnSender }) => {
  const { t } = useTranslation('settings/sender')
  const language = useLanguage()
  const [isChanging, setChanging] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const { mutate, isPending, data, error } = useCheckSender()
  const address = isolated(own.address)
  if (isChanging)
    return (
      <AddressForm
        saved={own.address}
        onDone={() => setChanging(false)}
        onCancel={() => setChanging(false)}
      />
    )
  return (
    <>
      <p className="text-sm text-ink">
        {own.verified_at === null
          ? t('waiting')
          : t('verified', { address, time: formatDate(own.verified_at, language, { time: true }) })}
      </p>
      <p className="text-sm text-ink-muted">{t('step', { domain: isolated(own.domain) })}</p>
      <Copied label={t('name')} action={t('copyName')} value={own.record.name} />
      <Copied label={t('value')} action={t('copyValue')} value={own.record.value} />
      <p className="text-sm text-ink-muted">{t('relay')}</p>
      {data && (
        <Alert
          kind={data.found === 'verified' ? 'success' : 'warning'}
          title={t(`found.${data.found}`, { address })}
        />
      )}
      {Boolean(error) && <Alert kind="error" title={errorText(error, t('failed'))} />}
      <div className="flex flex-wrap gap-3">
        <Button pending={isPending} onClick={() => mutate()}>
          {t('check')}
        </Button>
        <Button variant="secondary" onClick={() => setChanging(true)}>
          {t('change')}
        </Button>
        <Button variant="ghost" onClick={() => setRemoving(true)}>
          {t('remove')}
        </Button>
      </div>
      {isRemoving && <RemoveDialog onClose={() => setRemoving(false)} />}
    </>
  )
}

const Copied = ({ label, action, value }: { label: string; action: string; value: string }) => {
  const { t } = useTranslation('settings/sender')
  const [copied, setCopied] = useState<'ready' | 'done' | 'failed'>('ready')
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => setCopied('done'),
      () => setCopied('failed'),
    )
  return (
    <div className="flex items-end gap-3">
      <Field label={label} className="min-w-0 flex-1">
        {(control) => (
          <TextInput
            {...control}
            readOnly
            dir="ltr"
            value={value}
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
      <Button
        variant="secondary"
        aria-label={copied === 'ready' ? action : t(`copy.${copied}`)}
        onClick={copy}
      >
        <span aria-live="polite">{t(`copy.${copied}`)}</span>
      </Button>
    </div>
  )
}

const RemoveDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('settings/sender')
  const { mutate, isPending, error } = useRemoveSender()
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !isPending && onClose()}
      title={t('removeTitle')}
      description={t('removeText')}
      closeLabel={t('cancel')}
      actions={
        <>
          <Button
            variant="danger"
            pending={isPending}
            onClick={() => mutate(undefined, { onSuccess: onClose })}
          >
            {t('remove')}
          </Button>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      {error && <Alert kind="error">{errorText(error, t('failed'))}</Alert>}
    </Dialog>
  )
}
