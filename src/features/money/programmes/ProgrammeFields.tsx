import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PROGRAMME_COURSES_MAX, type EditedProgrammes } from '#contract/money/admin-programmes.ts'
import { languageInfo } from '#contract/languages.ts'
import { CoursePicker } from '#src/core/editing/CoursePicker.tsx'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { pricedCoursesQuery } from '../api/coupons.queries.ts'
import { InstalmentFields } from './InstalmentFields.tsx'
import type { ProgrammeForm, ProgrammeIssues } from './programme-form.ts'

type Props = {
  page: EditedProgrammes
  form: ProgrammeForm
  issues: ProgrammeIssues
  onChange: (change: Partial<ProgrammeForm>) => void
}

/** Words, courses, price, plan and scholarship of a programme. */
export const ProgrammeFields = (props: Props) => (
  <>
    <Texts {...props} />
    <Courses {...props} />
    <Amounts {...props} />
    <InstalmentFields {...props} />
    <Scholarship {...props} />
  </>
)

const Texts = ({ page, form, issues, onChange }: Props) => {
  const { t } = useTranslation('money')
  return page.languages.map((language) => (
    <fieldset key={language} className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-semibold text-ink">{languageInfo(language).name}</legend>
      <Field
        label={t('programmes.title')}
        required
        error={issues.titles && form.titles[language].trim() === '' ? t('programmes.issue.missing') : null}
      >
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            lang={language}
            maxLength={120}
            autoComplete="off"
            value={form.titles[language]}
            onChange={({ target }) => onChange({ titles: { ...form.titles, [language]: target.value } })}
          />
        )}
      </Field>
      <Field label={t('programmes.summary')} optionalLabel={t('optional')}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            lang={language}
            rows={2}
            maxLength={1000}
            className="control"
            value={form.summaries[language]}
            onChange={({ target }) =>
              onChange({ summaries: { ...form.summaries, [language]: target.value } })
            }
          />
        )}
      </Field>
    </fieldset>
  ))
}

const Courses = ({ form, issues, onChange }: Props) => {
  const { t } = useTranslation('money')
  const courses = useQuery(pricedCoursesQuery())
  return (
    <CoursePicker
      label={t('programmes.courses')}
      courses={courses.data}
      chosen={form.courses}
      max={PROGRAMME_COURSES_MAX}
      error={courses.isError ? t('coupons.coursesFailed') : issues.courses && t('coupons.issue.courses')}
      onChange={(ids) => onChange({ courses: ids })}
    />
  )
}

const Amounts = ({ page: { currency }, form, issues, onChange }: Props) => {
  const { t } = useTranslation('money')
  const fields = [
    { field: 'total', label: t('programmes.total', { currency }), mode: 'decimal' },
    { field: 'minimum', label: t('programmes.minimum', { currency }), mode: 'decimal' },
    { field: 'booking', label: t('programmes.booking'), mode: 'numeric' },
    { field: 'onceDays', label: t('programmes.onceDays'), mode: 'numeric' },
    { field: 'grace', label: t('programmes.grace'), mode: 'numeric' },
  ] as const
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map(({ field, label, mode }) => {
        const issue = issues[field]
        return (
          <Field
            key={field}
            label={label}
            required
            {...(field === 'minimum' && { hint: t('programmes.minimumHint') })}
            error={issue && t(`programmes.issue.${issue}`)}
          >
            {(control) => (
              <TextInput
                {...control}
                dir="ltr"
                inputMode={mode}
                autoComplete="off"
                value={form[field]}
                onChange={({ target }) => onChange({ [field]: target.value })}
              />
            )}
          </Field>
        )
      })}
    </div>
  )
}

const NONE = 'none'

const Scholarship = ({ page, form, onChange }: Props) => {
  const { t } = useTranslation('money')
  const { local } = useLocalized()
  return (
    <Field label={t('programmes.scholarship')} hint={t('programmes.scholarshipHint')}>
      {(control) => (
        <Select
          {...control}
          value={form.assessment === null ? NONE : String(form.assessment)}
          options={[
            { value: NONE, label: t('programmes.noScholarship') },
            ...page.assessments.map(({ id, title }) => ({ value: String(id), label: local(title) })),
          ]}
          onChange={(value) => onChange({ assessment: value === NONE ? null : Number(value) })}
        />
      )}
    </Field>
  )
}
