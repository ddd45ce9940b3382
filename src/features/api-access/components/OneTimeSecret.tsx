import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

type Props = { label: string; title: string; text: string; secret: string }

/** Something secret that is shown once: to copy, now. */
export const OneTimeSecret = ({ label, title, text, secret }: Props) => {
  const { t } = useTranslation('api-access')
  const [copied, setCopied] = useState<'ready' | 'done' | 'failed'>('ready')
  const copy = () =>
    void navigator.clipboard.writeText(secret).then(
      () => setCopied('done'),
      () => setCopied('failed'),
    )
  return (
    <div className="flex flex-col gap-4">
      <Alert kind="warning" title={title}>
        {text}
      </Alert>
      <Field label={label}>
        {(control) => (
          <TextInput
            {...control}
            readOnly
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            value={secret}
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
      <Button size="sm" variant="secondary" className="self-start" onClick={copy}>
        <span aria-live="polite">{t(`copy.${copied}`)}</span>
      </Button>
    </div>
  )
}
