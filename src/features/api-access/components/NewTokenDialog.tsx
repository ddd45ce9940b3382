import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiScopes, type ApiScope } from '#contract/api-access/scopes.ts'
import { TOKEN_NAME_MAX } from '#contract/api-access/tokens.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Field, FieldError } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useCreateToken } from '../api/tokens.queries.ts'
import { textKey } from '../model/text-key.ts'
import { OneTimeSecret } from './OneTimeSecret.tsx'

/** How long a key may work, in days. */
const LIFETIMES = ['30', '90', '180', '365'] as const
type Lifetime = (typeof LIFETIMES)[number]

const useTokenForm = () => {
  const create = useCreateToken()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly ApiScope[]>([])
  const [days, setDays] = useState<Lifetime>('90')
  const [isTried, setTried] = useState(false)
  // One id for one form: pressing twice makes one key.
  const [id, setId] = useState(() => crypto.randomUUID())
  const missing = { name: name.trim() === '', scopes: scopes.length === 0 }
  const submit = () => {
    setTried(true)
    if (create.isPending || missing.name || missing.scopes) return
    create.mutate(
      { id, name, scopes: [...scopes], days: Number(days) },
      {
        // The key exists, but its answer was lost: the next try makes another one.
        onError: (error) => {
          if (isApiError(error) && error.code === 'conflict') setId(crypto.randomUUID())
        },
      },
    )
  }
  const toggle = (scope: ApiScope, isChosen: boolean) =>
    setScopes((chosen) => apiScopes.filter((each) => (each === scope ? isChosen : chosen.includes(each))))
  return { create, name, setName, scopes, toggle, days, setDays, isTried, missing, submit }
}

type Form = ReturnType<typeof useTokenForm>

/** Name, rights and lifetime of a new key; then the key itself, once. */
export const NewTokenDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('api-access')
  const form = useTokenForm()
  const secret = form.create.data?.secret
  return (
    <Dialog
      open
      stubborn
      onOpenChange={(open) => !open && onClose()}
      title={t(secret === undefined ? 'keys.new' : 'keys.ready')}
      closeLabel={t('close')}
      actions={
        secret === undefined ? (
          <>
            <Button pending={form.create.isPending} onClick={form.submit}>
              {t('keys.create')}
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
        <Fields form={form} />
      ) : (
        <OneTimeSecret
          label={t('keys.key')}
          title={t('keys.once')}
          text={t('keys.onceText')}
          secret={secret}
        />
      )}
    </Dialog>
  )
}

const Fields = ({ form }: { form: Form }) => {
  const { t } = useTranslation('api-access')
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {form.create.isError && (
        <Alert kind="error">{errorText(form.create.error, t('keys.notCreated'))}</Alert>
      )}
      <Field
        label={t('keys.name')}
        hint={t('keys.nameHint')}
        required
        error={form.isTried && form.missing.name ? t('keys.nameMissing') : null}
      >
        {(control) => (
          <TextInput
            {...control}
            maxLength={TOKEN_NAME_MAX}
            autoComplete="off"
            value={form.name}
            onChange={({ target }) => form.setName(target.value)}
          />
        )}
      </Field>
      <ScopeFields form={form} />
      <Field label={t('keys.lifetime')} hint={t('keys.lifetimeHint')}>
        {(control) => (
          <Select
            {...control}
            value={form.days}
            onChange={form.setDays}
            options={LIFETIMES.map((value) => ({ value, label: t('keys.days', { count: Number(value) }) }))}
          />
        )}
      </Field>
    </form>
  )
}

const ScopeFields = ({ form }: { form: Form }) => {
  const { t } = useTranslation('api-access')
  const errorId = useId()
  const isMissing = form.isTried && form.missing.scopes
  return (
    <fieldset aria-describedby={isMissing ? errorId : undefined}>
      <legend className="text-sm font-medium text-ink">{t('keys.rights')}</legend>
      {apiScopes.map((scope) => (
        <Checkbox
          key={scope}
          label={t(`scope.${textKey(scope)}`)}
          checked={form.scopes.includes(scope)}
          onChange={({ target }) => form.toggle(scope, target.checked)}
        />
      ))}
      {isMissing && <FieldError id={errorId}>{t('keys.rightsMissing')}</FieldError>}
    </fieldset>
  )
}
