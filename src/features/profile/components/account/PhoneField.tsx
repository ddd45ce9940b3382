import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { callingCodes } from '#contract/profile/calling-codes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import type { ContactForm } from '../../model/profile-form.ts'

interface Props {
  form: Pick<ContactForm, 'country' | 'phone'>
  error: string | undefined
  onChange: (change: Partial<ContactForm>) => void
}

/** Countries by their names in the page's language. */
const useCountries = () => {
  const language = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    return [...callingCodes]
      .map(([country, code]) => ({ country, code, name: names.of(country) ?? country }))
      .sort((a, b) => a.name.localeCompare(b.name, language))
  }, [language])
}

/** A phone number: the country, then the number as people dial it at home. The device's own list is best on phones. */
export const PhoneField = ({ form, error, onChange }: Props) => {
  const { t } = useTranslation('profile')
  const countries = useCountries()
  return (
    <Field
      label={t('account.phone')}
      error={error}
      optionalLabel={t('form.optional')}
      hint={t('account.phoneHint')}
    >
      {(control) => (
        <div className="grid gap-2 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
          <select
            aria-label={t('account.country')}
            autoComplete="tel-country-code"
            className="control"
            value={form.country}
            onChange={({ target }) => onChange({ country: target.value })}
          >
            {countries.map(({ country, code, name }) => (
              <option key={country} value={country}>
                {`${name} (\u2066+${code}\u2069)`}
              </option>
            ))}
          </select>
          <TextInput
            {...control}
            type="tel"
            dir="ltr"
            autoComplete="tel-national"
            value={form.phone}
            onChange={({ target }) => onChange({ phone: target.value })}
          />
        </div>
      )}
    </Field>
  )
}
