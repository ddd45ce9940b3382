import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { COMPANY_MAX_CHARS, jobLevels, jobTypes, salaryPeriods } from '#contract/jobs/shapes.ts'
import { languageInfo, languages } from '#contract/languages.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Combobox } from '#src/shared/ui/forms/Combobox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { countriesIn } from '../../model/countries.ts'
import { EditorSection } from './EditorSection.tsx'
import type { FormPart } from './form-part.ts'

const URL_MAX = 300

/** What is the same in every language. */
export const FactsFields = (part: FormPart) => {
  const { t } = useTranslation('recruiting/editor')
  const { form, change, errorAt } = part
  return (
    <EditorSection title={t('facts.title')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <CompanyFields {...part} />
        <Field label={t('facts.type')}>
          {(control) => (
            <Select
              {...control}
              value={form.type}
              options={jobTypes.map((value) => ({ value, label: t(`facts.types.${value}`) }))}
              onChange={(type) => change({ type })}
            />
          )}
        </Field>
        <Field label={t('facts.level')}>
          {(control) => (
            <Select
              {...control}
              value={form.level}
              options={jobLevels.map((value) => ({ value, label: t(`facts.levels.${value}`) }))}
              onChange={(level) => change({ level })}
            />
          )}
        </Field>
        <CountryField {...part} />
        <Field
          label={t('facts.deadline')}
          hint={t('facts.deadlineHint')}
          error={errorAt('deadline')}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              type="date"
              value={form.deadline}
              onChange={({ target }) => change({ deadline: target.value })}
            />
          )}
        </Field>
        <Field label={t('facts.language')} hint={t('facts.languageHint')}>
          {(control) => (
            <Select
              {...control}
              value={form.language}
              options={languages
                .filter((each) => part.options.languages.includes(each) || each === form.language)
                .map((value) => ({ value, label: languageInfo(value).name }))}
              onChange={(language) => change({ language })}
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap gap-x-8">
        <Checkbox
          label={t('facts.remote')}
          checked={form.remote}
          onChange={({ target }) => change({ remote: target.checked })}
        />
        <Checkbox
          label={t('facts.featured')}
          hint={t('facts.featuredHint')}
          checked={form.featured}
          onChange={({ target }) => change({ featured: target.checked })}
        />
      </div>
      <SalaryFields {...part} />
    </EditorSection>
  )
}

const CompanyFields = ({ form, change, errorAt }: FormPart) => {
  const { t } = useTranslation('recruiting/editor')
  return (
    <>
      <Field label={t('facts.company')} error={errorAt('company')} required>
        {(control) => (
          <TextInput
            {...control}
            maxLength={COMPANY_MAX_CHARS}
            value={form.company}
            onChange={({ target }) => change({ company: target.value })}
          />
        )}
      </Field>
      <Field label={t('facts.website')} optionalLabel={t('optional')} error={errorAt('company_url')}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="url"
            maxLength={URL_MAX}
            placeholder="https://"
            value={form.company_url}
            onChange={({ target }) => change({ company_url: target.value })}
          />
        )}
      </Field>
    </>
  )
}

const CountryField = ({ form, change }: FormPart) => {
  const { t } = useTranslation('recruiting/editor')
  const { locale } = languageInfo(useLanguage())
  const countries = useMemo(() => countriesIn(locale), [locale])
  return (
    <Field label={t('facts.country')} optionalLabel={t('optional')} hint={t('facts.countryHint')}>
      {(control) => (
        <Combobox
          {...control}
          value={form.country}
          options={countries}
          texts={{ open: t('choose'), none: t('noneFound') }}
          placeholder={t('choose')}
          onChange={(country) => change({ country })}
        />
      )}
    </Field>
  )
}

const SalaryFields = ({ form, change, errorAt }: FormPart) => {
  const { t } = useTranslation('recruiting/editor')
  const amount = (name: 'salary_min' | 'salary_max', path: string) => (
    <Field label={t(`facts.${name}`)} error={errorAt(path)}>
      {(control) => (
        <TextInput
          {...control}
          dir="ltr"
          inputMode="numeric"
          maxLength={10}
          value={form[name]}
          onChange={({ target }) => change({ [name]: target.value.replaceAll(/[\s,.]/g, '') })}
        />
      )}
    </Field>
  )
  return (
    <div>
      <Checkbox
        label={t('facts.hasSalary')}
        checked={form.has_salary}
        onChange={({ target }) => change({ has_salary: target.checked })}
      />
      {form.has_salary && (
        <div className="mt-2 grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
          {amount('salary_min', 'salary.min')}
          {amount('salary_max', 'salary.max')}
          <Field label={t('facts.currency')} error={errorAt('salary.currency')}>
            {(control) => (
              <TextInput
                {...control}
                dir="ltr"
                maxLength={3}
                autoCapitalize="characters"
                value={form.currency}
                onChange={({ target }) => change({ currency: target.value.toUpperCase() })}
              />
            )}
          </Field>
          <Field label={t('facts.period')}>
            {(control) => (
              <Select
                {...control}
                value={form.period}
                options={salaryPeriods.map((value) => ({ value, label: t(`facts.periods.${value}`) }))}
                onChange={(period) => change({ period })}
              />
            )}
          </Field>
        </div>
      )}
    </div>
  )
}
