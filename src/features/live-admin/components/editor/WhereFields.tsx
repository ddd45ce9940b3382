import { useTranslation } from 'react-i18next'
import { consentRules } from '#contract/live/shapes.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import type { FormPart } from '../../model/form-part.ts'
import { FormSection } from './FormSection.tsx'

/** The meeting service or link, and whether the session is recorded. */
export const WhereFields = ({ form, change, problems, options }: FormPart) => {
  const { t } = useTranslation('live-admin')
  const providers = options.providers.includes(form.provider)
    ? options.providers
    : [...options.providers, form.provider]
  const { consent_rule: clientRule } = options
  const consentRule = clientRule && form.consent_rule !== 'none' ? clientRule : form.consent_rule
  const choices = clientRule ? (['none', clientRule] as const) : consentRules
  const consentHint = t(`consent.${consentRule}Hint`)
  return (
    <FormSection title={t('form.where')}>
      {providers.length > 1 && (
        <Segmented
          legend={t('form.provider')}
          value={form.provider}
          options={providers.map((value) => ({ value, label: t(`provider.${value}`) }))}
          onChange={(provider) => change({ provider })}
        />
      )}
      {form.provider === 'link' ? (
        <Field
          label={t('form.link')}
          hint={t('form.linkHint')}
          required
          error={problems.includes('link') ? t('problem.link') : null}
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              type="url"
              inputMode="url"
              placeholder="https://"
              maxLength={2000}
              value={form.meeting_url}
              onChange={({ target }) => change({ meeting_url: target.value })}
            />
          )}
        </Field>
      ) : (
        <p className="text-sm text-ink-muted">{t('form.roomHint')}</p>
      )}
      <Field
        label={t('form.consent')}
        hint={
          clientRule && consentRule !== 'none' ? `${consentHint} ${t('form.consentForAll')}` : consentHint
        }
      >
        {(control) => (
          <Select
            {...control}
            value={consentRule}
            options={choices.map((value) => ({ value, label: t(`consent.${value}`) }))}
            onChange={(rule) => change({ consent_rule: rule })}
          />
        )}
      </Field>
    </FormSection>
  )
}
