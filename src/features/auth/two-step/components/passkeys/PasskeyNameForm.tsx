import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

interface Props {
  initial: string
  submitLabel: string
  message: string | null
  isPending: boolean
  onSubmit: (name: string) => void
}

/** The name by which a person recognises a passkey. */
export const PasskeyNameForm = ({ initial, submitLabel, message, isPending, onSubmit }: Props) => {
  const { t } = useTranslation('auth/two-step')
  const [name, setName] = useState(initial)
  const [isMissing, setIsMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsMissing(name.trim() === '')
    if (name.trim() !== '' && !isPending) onSubmit(name.trim())
  }
  return (
    <form noValidate aria-label={t('passkey.name')} className="space-y-4" onSubmit={submit}>
      {message !== null && <Alert kind="error">{message}</Alert>}
      <Field
        label={t('passkey.name')}
        hint={t('passkey.nameHint')}
        error={isMissing ? t('passkey.nameMissing') : undefined}
        required
      >
        {(control) => (
          <TextInput
            {...control}
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" block pending={isPending}>
        {submitLabel}
      </Button>
    </form>
  )
}
