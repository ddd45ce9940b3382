import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useSendPass } from './pay.queries.ts'

type Props = { code: string; isRefused: boolean }

/** A link for one person: a mail to their address opens it. The answer is the same for every address. */
export const PassForm = ({ code, isRefused }: Props) => {
  const { t } = useTranslation('programmes/pay')
  const [email, setEmail] = useState('')
  const [isTried, setIsTried] = useState(false)
  const send = useSendPass(code)
  const isAddress = /^\S+@\S+\.\S+$/.test(email.trim())
  if (send.isSuccess)
    return (
      <Card as="section">
        <h1 tabIndex={-1} className="text-2xl font-bold text-ink">
          {t('pass.sent')}
        </h1>
        <p className="mt-2 text-ink-muted">{t('pass.sentText')}</p>
        <Button variant="secondary" className="mt-5" onClick={() => send.reset()}>
          {t('pass.again')}
        </Button>
      </Card>
    )
  return (
    <Card as="section">
      <h1 tabIndex={-1} className="text-2xl font-bold text-ink">
        {t('pass.title')}
      </h1>
      <p className="mt-2 text-ink-muted">{t('pass.text')}</p>
      {isRefused && (
        <Alert kind="warning" className="mt-4">
          {t('pass.refused')}
        </Alert>
      )}
      <form
        noValidate
        className="mt-5 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setIsTried(true)
          if (isAddress) send.mutate(email.trim())
        }}
      >
        <Field label={t('pass.email')} required error={isTried && !isAddress ? t('pass.wrong') : null}>
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              type="email"
              autoComplete="email"
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </Field>
        {send.isError && <Alert kind="error">{errorText(send.error, t('pass.failed'))}</Alert>}
        <Button type="submit" size="lg" block pending={send.isPending}>
          {t('pass.button')}
        </Button>
      </form>
    </Card>
  )
}
