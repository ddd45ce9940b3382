import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAIL_SENDER_MAX, type ClientSettings } from '#contract/client-info/settings-endpoints.ts'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { lazyPage } from '#src/core/i18n/lazy-page.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useSetMail, useTestMail } from '../api/settings.queries.ts'
import { SettingsPart } from './SettingsPart.tsx'

const SenderCard = lazyPage(async () => (await import('./SenderCard.tsx')).SenderCard, 'settings/sender')

/** As whom mails come, who gets the answers, and a mail to try it. */
export const MailTab = () => (
  <SettingsPart>
    {(settings) => (
      <div className="flex max-w-2xl flex-col gap-6">
        <Form key={settings.version} settings={settings} />
        <TestMail />
        <SenderCard />
      </div>
    )}
  </SettingsPart>
)

const FIELDS = ['sender', 'reply_to', 'support_email'] as const
type FieldName = (typeof FIELDS)[number]
const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

const Form = ({ settings: { version, mail } }: { settings: ClientSettings }) => {
  const { t } = useTranslation('settings')
  const notify = useNotify()
  const name = useAppSelector((state) => selectClientInfo(state)?.name ?? '')
  const saved = {
    sender: mail.sender ?? '',
    reply_to: mail.reply_to ?? '',
    support_email: mail.support_email ?? '',
  }
  const [typed, setTyped] = useState<Record<FieldName, string>>(saved)
  const { mutate, isPending, error } = useSetMail()
  const refused = isApiError(error) ? error.fields : undefined
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus()
  }, [refused])
  const isChanged = FIELDS.some((field) => typed[field] !== saved[field])
  const save = () =>
    mutate(
      {
        version,
        sender: orNull(typed.sender),
        reply_to: orNull(typed.reply_to),
        support_email: orNull(typed.support_email),
      },
      { onSuccess: () => notify({ kind: 'success', title: t('mail.saved') }) },
    )
  return (
    <Card as="section">
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <h2 className="text-lg font-semibold text-ink">{t('mail.title')}</h2>
        {FIELDS.map((field) => (
          <Field
            key={field}
            label={t(`mail.${field}`)}
            hint={t(`mail.${field}Hint`, { name: isolated(name) })}
            error={refused?.[field] ? t('mail.invalid') : null}
          >
            {(control) => (
              <TextInput
                {...control}
                autoComplete="off"
                {...(field === 'sender'
                  ? { maxLength: MAIL_SENDER_MAX }
                  : { type: 'email', dir: 'ltr', maxLength: 254 })}
                value={typed[field]}
                onChange={({ target }) => setTyped((before) => ({ ...before, [field]: target.value }))}
              />
            )}
          </Field>
        ))}
        {Boolean(error) && !refused && <Alert kind="error" title={errorText(error, t('failed'))} />}
        <Button type="submit" className="self-start" pending={isPending} disabled={!isChanged}>
          {t('mail.save')}
        </Button>
      </form>
    </Card>
  )
}

const TestMail = () => {
  const { t } = useTranslation('settings')
  const { mutate, isPending, data, error } = useTestMail()
  return (
    <Card as="section" className="flex flex-col items-start gap-3">
      <p className="text-sm text-ink-muted">{t('mail.testHint')}</p>
      <Button variant="secondary" pending={isPending} onClick={() => mutate()}>
        {t('mail.test')}
      </Button>
      {data && <Alert kind="success" title={t('mail.sent', { address: isolated(data.detail) })} />}
      {Boolean(error) && <Alert kind="error" title={errorText(error, t('failed'))} />}
    </Card>
  )
}
