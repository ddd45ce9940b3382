import { useTranslation } from 'react-i18next'
import { limitKinds } from '#contract/platform/clients.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { wrongLimits, type LimitDraft } from '../../model/limits.ts'

type Props = { draft: LimitDraft; onChange: (draft: LimitDraft) => void }

/** People, gigabytes and mails a month; an empty field is no limit. */
export const LimitFields = ({ draft, onChange }: Props) => {
  const { t } = useTranslation('platform')
  const wrong = wrongLimits(draft)
  return limitKinds.map((kind) => (
    <Field
      key={kind}
      label={t(`limits.${kind}Label`)}
      hint={t(`limits.${kind}Hint`)}
      error={wrong.includes(kind) ? t(`limits.${kind}Wrong`) : null}
    >
      {(control) => (
        <TextInput
          {...control}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          placeholder={t('limits.none')}
          value={draft[kind]}
          onChange={({ target }) => onChange({ ...draft, [kind]: target.value })}
        />
      )}
    </Field>
  ))
}
