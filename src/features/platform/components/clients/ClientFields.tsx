import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { languageInfo, languages } from '#contract/languages.ts'
import { CLIENT_NAME_MAX, HOST_MAX, SLUG_MAX } from '#contract/platform/clients.ts'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Combobox } from '#src/shared/ui/forms/Combobox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { slugIn, type ClientDraft } from '../../model/new-client.ts'
import { useFieldError, type Refused } from './field-error.ts'

type Props = {
  draft: ClientDraft
  refused: Refused
  onChange: (changes: Partial<ClientDraft>) => void
}

/** Name, addresses, languages, time zone and currency. */
export const ClientFields = (props: Props) => {
  const { t } = useTranslation('platform')
  const { draft, refused, onChange } = props
  const errorOf = useFieldError(refused)
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('create.name')} required error={errorOf('name', t('create.wrongName'))}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={CLIENT_NAME_MAX}
            value={draft.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
      <Field
        label={t('create.slug')}
        hint={t('create.slugHint')}
        required
        error={errorOf('slug', t('create.wrongSlug'))}
      >
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            autoComplete="off"
            maxLength={SLUG_MAX}
            value={slugIn(draft)}
            onChange={({ target }) => onChange({ slug: target.value.toLowerCase() })}
          />
        )}
      </Field>
      <Field
        label={t('create.host')}
        hint={t('create.hostHint')}
        error={errorOf('host', t('create.wrongHost'))}
      >
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            inputMode="url"
            autoComplete="off"
            maxLength={HOST_MAX}
            placeholder="learn.example.org"
            value={draft.host}
            onChange={({ target }) => onChange({ host: target.value })}
          />
        )}
      </Field>
      <LanguageFields {...props} />
      <PlaceFields {...props} />
    </div>
  )
}

const LanguageFields = ({ draft, onChange }: Props) => {
  const { t } = useTranslation('platform')
  return (
    <fieldset>
      <legend className="text-sm font-medium text-ink">{t('create.languages')}</legend>
      <p className="text-sm text-ink-muted">{t('create.languagesHint')}</p>
      {languages.map((code) => (
        <Checkbox
          key={code}
          label={<span lang={code}>{languageInfo(code).name}</span>}
          checked={draft.languages.includes(code)}
          onChange={({ target }) =>
            onChange({
              languages: target.checked
                ? [...draft.languages, code]
                : draft.languages.filter((each) => each !== code),
            })
          }
        />
      ))}
    </fieldset>
  )
}

const PlaceFields = ({ draft, refused, onChange }: Props) => {
  const { t } = useTranslation('platform')
  const errorOf = useFieldError(refused)
  const zones = useMemo(
    () =>
      [...new Set([draft.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((name) => ({
        value: name,
        label: name,
      })),
    [draft.timeZone],
  )
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('create.timeZone')} error={errorOf('time_zone', t('create.wrongZone'))}>
        {(control) => (
          <Combobox
            {...control}
            value={draft.timeZone}
            options={zones}
            texts={{ open: t('create.openZones'), none: t('create.noZone') }}
            onChange={(zone) => zone !== null && onChange({ timeZone: zone })}
          />
        )}
      </Field>
      <Field label={t('create.currency')} error={errorOf('currency', t('create.wrongCurrency'))}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            autoComplete="off"
            maxLength={3}
            value={draft.currency}
            onChange={({ target }) => onChange({ currency: target.value.toUpperCase() })}
          />
        )}
      </Field>
    </div>
  )
}
