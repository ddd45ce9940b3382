import { useTranslation } from 'react-i18next'
import { languageInfo, languages } from '#contract/languages.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import type { ClientDraft } from '../../model/new-client.ts'
import { useFieldError, type Refused } from './field-error.ts'

type Props = {
  draft: ClientDraft
  refused: Refused
  onChange: (changes: Partial<ClientDraft>) => void
}

/** Who administers the client first; they get a mail and choose their own password. */
export const AdminFields = ({ draft, refused, onChange }: Props) => {
  const { t } = useTranslation('platform')
  const errorOf = useFieldError(refused)
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-1 text-base font-semibold text-ink">{t('create.admin')}</legend>
      <p className="text-sm text-ink-muted">{t('create.adminHint')}</p>
      <Field label={t('create.adminName')} required error={errorOf('admin.name', t('create.wrongName'))}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={150}
            value={draft.adminName}
            onChange={({ target }) => onChange({ adminName: target.value })}
          />
        )}
      </Field>
      <Field label={t('create.adminEmail')} required error={errorOf('admin.email', t('create.wrongEmail'))}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            dir="ltr"
            autoComplete="off"
            maxLength={254}
            value={draft.adminEmail}
            onChange={({ target }) => onChange({ adminEmail: target.value })}
          />
        )}
      </Field>
      <Field label={t('create.adminLanguage')}>
        {(control) => (
          <Select
            {...control}
            value={draft.adminLanguage}
            options={languages.map((code) => ({ value: code, label: languageInfo(code).name }))}
            onChange={(next) => onChange({ adminLanguage: next })}
          />
        )}
      </Field>
    </fieldset>
  )
}
