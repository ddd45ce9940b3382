import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CERTIFICATE_NAME_MAX } from '#contract/certificates/shapes.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useConfirmName } from '../api/certificates.queries.ts'

type Props = {
  name: string
  hint: string
  /** The verb of the button. */
  action: string
  /** Said when it is done. */
  done: string
  onDone?: () => void
  onCancel?: () => void
}

/** The name as it is printed. */
export const NameForm = ({ name: known, hint, action, done, onDone, onCancel }: Props) => {
  const { t } = useTranslation('certificates')
  const notify = useNotify()
  const [name, setName] = useState(known)
  const [isMissing, setMissing] = useState(false)
  const confirm = useConfirmName()
  const send = () => {
    const text = name.trim()
    setMissing(text === '')
    if (text === '' || confirm.isPending) return
    confirm.mutate(text, {
      onSuccess: () => {
        notify({ kind: 'success', title: done })
        onDone?.()
      },
    })
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field label={t('name.label')} hint={hint} error={isMissing ? t('name.required') : null} required>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="name"
            maxLength={CERTIFICATE_NAME_MAX}
            className="text-lg font-semibold"
            value={name}
            onChange={({ target }) => {
              setName(target.value)
              setMissing(false)
            }}
          />
        )}
      </Field>
      {confirm.isError && <Alert kind="error">{errorText(confirm.error, t('name.failed'))}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={confirm.isPending} className="max-sm:w-full">
          {action}
        </Button>
        {onCancel && (
          <Button variant="secondary" className="max-sm:w-full" onClick={onCancel}>
            {t('name.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
