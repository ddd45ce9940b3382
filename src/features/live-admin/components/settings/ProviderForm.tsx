import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderFailure, ProviderSettings } from '#contract/live/admin/providers.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useProviderChange } from '../../api/live-admin.queries.ts'
import { useTimes } from '../../hooks/use-times.ts'
import { FormSection } from '../editor/FormSection.tsx'

/** Shows address and secret of a BigBlueButton server. */
const SECRET_COMMAND = 'bbb-conf --secret'

const useProviderForm = (settings: ProviderSettings) => {
  const change = useProviderChange(settings.provider)
  const [url, setUrl] = useState(settings.url ?? '')
  const [appId, setAppId] = useState(settings.app_id ?? '')
  const [secret, setSecret] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const isJitsi = settings.provider === 'jitsi'
  const needsSecret = !settings.has_secret || url.trim() !== settings.url
  const missing = {
    url: !/^https:\/\/\S+\.\S+$/i.test(url.trim()),
    appId: isJitsi && appId.trim() === '',
    secret: needsSecret && secret === '',
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (change.isPending || missing.url || missing.appId || missing.secret) return
    change.mutate({
      kind: 'save',
      body: { url: url.trim(), app_id: isJitsi ? appId.trim() : null, secret: secret === '' ? null : secret },
    })
  }
  return { change, url, setUrl, appId, setAppId, secret, setSecret, isSubmitted, isJitsi, missing, submit }
}

type FormState = ReturnType<typeof useProviderForm>

/** Address and secret of one service. Saving asks the service at once whether it accepts them. */
export const ProviderForm = ({ settings }: { settings: ProviderSettings }) => {
  const { t } = useTranslation('live-admin')
  const form = useProviderForm(settings)
  const { change } = form
  return (
    <form noValidate onSubmit={form.submit}>
      <FormSection title={t(`provider.${settings.provider}`)}>
        <p className="text-sm text-ink-muted">
          {t(`settings.${settings.provider}`)}
          {!form.isJitsi && (
            <>
              {' '}
              <code dir="ltr" className="whitespace-nowrap">
                {SECRET_COMMAND}
              </code>
            </>
          )}
        </p>
        <Fields form={form} settings={settings} />
        <Verdict settings={settings} form={form} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="secondary" pending={change.isPending}>
            {t('settings.save')}
          </Button>
          {settings.has_secret && (
            <>
              <Button
                variant="ghost"
                disabled={change.isPending}
                onClick={() => change.mutate({ kind: 'test' })}
              >
                {t('settings.test')}
              </Button>
              <Button
                variant="ghost"
                disabled={change.isPending}
                onClick={() => change.mutate({ kind: 'remove' })}
              >
                {t('settings.remove')}
              </Button>
            </>
          )}
        </div>
      </FormSection>
    </form>
  )
}

const Fields = ({ form, settings }: { form: FormState; settings: ProviderSettings }) => {
  const { t } = useTranslation('live-admin')
  const errorOf = (field: keyof FormState['missing']) =>
    form.isSubmitted && form.missing[field] ? t(`settings.missing.${field}`) : null
  return (
    <>
      <Field label={t('settings.url')} required error={errorOf('url')}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="url"
            placeholder="https://"
            value={form.url}
            onChange={({ target }) => form.setUrl(target.value)}
          />
        )}
      </Field>
      {form.isJitsi && (
        <Field label={t('settings.appId')} required error={errorOf('appId')}>
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              autoComplete="off"
              value={form.appId}
              onChange={({ target }) => form.setAppId(target.value)}
            />
          )}
        </Field>
      )}
      <Field
        label={t('settings.secret')}
        hint={settings.has_secret ? t('settings.secretKept') : undefined}
        error={errorOf('secret')}
      >
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="password"
            autoComplete="new-password"
            value={form.secret}
            onChange={({ target }) => form.setSecret(target.value)}
          />
        )}
      </Field>
    </>
  )
}

const Verdict = ({ settings, form }: { settings: ProviderSettings; form: FormState }) => {
  const { t } = useTranslation('live-admin')
  const times = useTimes()
  const { change } = form
  if (change.isError) return <Alert kind="error" title={errorText(change.error, t('settings.failed'))} />
  const failure: ProviderFailure | null = change.data?.failure ?? null
  if (failure !== null)
    return (
      <Alert kind="error" title={t(`settings.failure.${failure}`)}>
        {t('settings.failureText')}
      </Alert>
    )
  if (settings.checked_at === null) return null
  return <Alert kind="success" title={t('settings.works', { time: times.full(settings.checked_at) })} />
}
