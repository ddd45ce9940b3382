import { useTranslation } from 'react-i18next'
import { DESCRIPTION_MAX, TITLE_MAX } from '#contract/live/admin/sessions.ts'
import { Combobox } from '#src/shared/ui/forms/Combobox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import type { FormPart } from '../../model/form-part.ts'
import { FormSection } from './FormSection.tsx'

const NO_SECTION = 'none'

/** Title, description, and the course that it belongs to. */
export const WhatFields = ({ form, change, problems, options }: FormPart) => {
  const { t } = useTranslation('live-admin')
  const course = options.courses.find(({ id }) => id === form.course_id)
  return (
    <FormSection title={t('form.what')}>
      <Field label={t('form.title')} required error={problems.includes('title') ? t('problem.title') : null}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={TITLE_MAX}
            value={form.title}
            onChange={({ target }) => change({ title: target.value })}
          />
        )}
      </Field>
      <Field label={t('form.description')} optionalLabel={t('form.optional')}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={DESCRIPTION_MAX}
            value={form.description}
            onChange={({ target }) => change({ description: target.value })}
          />
        )}
      </Field>
      {form.kind === 'class' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t('form.course')}
            {...(form.audience !== 'course' && { optionalLabel: t('form.optional') })}
            error={problems.includes('course') ? t('problem.course') : null}
          >
            {(control) => (
              <Combobox
                {...control}
                value={form.course_id === null ? null : String(form.course_id)}
                placeholder={t('form.coursePlaceholder')}
                texts={{ open: t('form.courseOpen'), none: t('form.courseNone') }}
                options={options.courses.map(({ id, title }) => ({ value: String(id), label: title }))}
                onChange={(value) =>
                  change({ course_id: value === null ? null : Number(value), section_id: null })
                }
              />
            )}
          </Field>
          {course && course.sections.length > 0 && (
            <Field label={t('form.section')} optionalLabel={t('form.optional')}>
              {(control) => (
                <Select
                  {...control}
                  value={form.section_id === null ? NO_SECTION : String(form.section_id)}
                  options={[
                    { value: NO_SECTION, label: t('form.noSection') },
                    ...course.sections.map(({ id, title }) => ({ value: String(id), label: title })),
                  ]}
                  onChange={(value) => change({ section_id: value === NO_SECTION ? null : Number(value) })}
                />
              )}
            </Field>
          )}
        </div>
      )}
    </FormSection>
  )
}
