import {
  foldGstin,
  gstStateCodes,
  gstStates,
  isGstin,
  isGstState,
  stateOfGstin,
} from '#contract/money/gst.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import type { PartyForm } from './party-form.ts'

const NAME_MAX = 120
const ADDRESS_MAX = 300
const GSTIN_MAX = 20

interface Props {
  form: PartyForm
  errors: Partial<Record<keyof PartyForm, string | null>>
  texts: {
    name: string
    address: string
    state: string
    noState: string
    gstin: string
    gstinHint: string
    optional: string
  }
  isRequired: boolean
  onChange: (change: Partial<PartyForm>) => void
}

/** Who sells or buys, as an invoice names them. A tax number says the state. */
export const PartyFields = ({ form, errors, texts, isRequired, onChange }: Props) => {
  const language = useLanguage()
  const known = isGstin(foldGstin(form.gstin)) ? stateOfGstin(foldGstin(form.gstin)) : null
  const options = [
    { value: '', label: texts.noState },
    ...gstStateCodes
      .map((code) => ({ value: code as string, label: gstStates[code][language] }))
      .toSorted((a, b) => a.label.localeCompare(b.label, language)),
  ]
  const optional = isRequired ? {} : { optionalLabel: texts.optional }
  return (
    <>
      <Field label={texts.name} error={errors.legal_name} required={isRequired} {...optional}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={NAME_MAX}
            autoComplete="off"
            value={form.legal_name}
            onChange={({ target }) => onChange({ legal_name: target.value })}
          />
        )}
      </Field>
      <Field label={texts.address} error={errors.address} required={isRequired} {...optional}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={ADDRESS_MAX}
            value={form.address}
            onChange={({ target }) => onChange({ address: target.value })}
          />
        )}
      </Field>
      <Field label={texts.gstin} hint={texts.gstinHint} error={errors.gstin} optionalLabel={texts.optional}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            maxLength={GSTIN_MAX}
            autoComplete="off"
            autoCapitalize="characters"
            value={form.gstin}
            onChange={({ target }) => onChange({ gstin: target.value })}
          />
        )}
      </Field>
      <Field label={texts.state} error={errors.state}>
        {(control) => (
          <Select
            {...control}
            value={known !== null && isGstState(known) ? known : form.state}
            options={options}
            disabled={known !== null}
            onChange={(state) => onChange({ state })}
          />
        )}
      </Field>
    </>
  )
}
