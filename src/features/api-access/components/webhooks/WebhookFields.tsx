import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { webhookEvents } from '#contract/api-access/events.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Field, FieldError } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { textKey } from '../../model/text-key.ts'
import { addressIssue, refusedAddress, toggled, type WebhookDraft } from '../../model/webhook-draft.ts'

type Props = {
  draft: WebhookDraft
  onChange: (draft: WebhookDraft) => void
  isTried: boolean
  /** Of the last try to save. */
  error: unknown
}

/** Where events go, and which. */
export const WebhookFields = ({ draft, onChange, isTried, error }: Props) => {
  const { t } = useTranslation('api-access')
  const errorId = useId()
  const refused = refusedAddress(error)
  const issue = isTried ? (addressIssue(draft) ?? refused) : null
  const isEmpty = isTried && draft.events.length === 0
  return (
    <div className="flex flex-col gap-4">
      {error !== null && refused === null && (
        <Alert kind="error">{errorText(error, t('hooks.notSaved'))}</Alert>
      )}
      <Field
        label={t('hooks.url')}
        hint={t('hooks.urlHint')}
        required
        error={issue && t(`hooks.address.${issue}`)}
      >
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="url"
            inputMode="url"
            autoComplete="off"
            maxLength={500}
            value={draft.url}
            onChange={({ target }) => onChange({ ...draft, url: target.value })}
          />
        )}
      </Field>
      <fieldset aria-describedby={isEmpty ? errorId : undefined}>
        <legend className="text-sm font-medium text-ink">{t('hooks.which')}</legend>
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={t(`event.${textKey(event)}`)}
            checked={draft.events.includes(event)}
            onChange={({ target }) => onChange(toggled(draft, event, target.checked))}
          />
        ))}
        {isEmpty && <FieldError id={errorId}>{t('hooks.whichMissing')}</FieldError>}
      </fieldset>
    </div>
  )
}
