import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { JOB_REQUIREMENTS_MAX, requirementKinds } from '#contract/jobs/shapes.ts'
import { languageInfo } from '#contract/languages.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Combobox } from '#src/shared/ui/forms/Combobox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { newRequirement, type TypedRequirement } from '../../model/job-form.ts'
import { EditorSection } from './EditorSection.tsx'
import type { FormPart } from './form-part.ts'
import { moved, RowCard } from './RowCard.tsx'

const LINE_MAX = 300

/** What the job needs; what can be compared with learning is linked to it. */
export const RequirementFields = (part: FormPart) => {
  const { t } = useTranslation('recruiting/editor')
  const { form, change } = part
  const list = form.requirements
  const set = (requirements: TypedRequirement[]) => change({ requirements })
  return (
    <EditorSection title={t('requirements.title')} text={t('requirements.text')}>
      {list.length > 0 && (
        <ol className="flex flex-col gap-5">
          {list.map((requirement, index) => (
            <RowCard
              key={requirement.key}
              name={t('requirements.name', { number: index + 1 })}
              index={index}
              count={list.length}
              onMove={(by) => set(moved(list, index, by))}
              onRemove={() => set(list.toSpliced(index, 1))}
            >
              <Requirement
                {...part}
                index={index}
                requirement={requirement}
                onChange={(next) => set(list.with(index, { ...requirement, ...next }))}
              />
            </RowCard>
          ))}
        </ol>
      )}
      <Button
        variant="secondary"
        className="self-start"
        icon={<Plus aria-hidden="true" size={18} />}
        disabled={list.length >= JOB_REQUIREMENTS_MAX}
        onClick={() => set([...list, newRequirement(crypto.randomUUID())])}
      >
        {t('requirements.add')}
      </Button>
    </EditorSection>
  )
}

type RowProps = FormPart & {
  index: number
  requirement: TypedRequirement
  onChange: (next: Partial<TypedRequirement>) => void
}

const Requirement = (props: RowProps) => {
  const { t } = useTranslation('recruiting/editor')
  const { form, language, requirement, index, onChange, errorAt } = props
  const { kind } = requirement
  return (
    <>
      <Field
        label={t('requirements.line')}
        error={errorAt(`requirements.${index}.texts.${language}`)}
        {...(language !== form.language && { hint: <bdi>{requirement.texts[form.language]}</bdi> })}
      >
        {(control) => (
          <TextInput
            {...control}
            lang={language}
            dir={languageInfo(language).direction}
            maxLength={LINE_MAX}
            value={requirement.texts[language]}
            onChange={({ target }) => onChange({ texts: { ...requirement.texts, [language]: target.value } })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('requirements.kind')}>
          {(control) => (
            <Select
              {...control}
              value={kind}
              options={requirementKinds.map((value) => ({ value, label: t(`requirements.kinds.${value}`) }))}
              onChange={(next) => onChange({ kind: next })}
            />
          )}
        </Field>
        {kind === 'skill' && <SkillFields {...props} />}
        {kind === 'assessment' && <AssessmentFields {...props} />}
        <CourseField {...props} />
      </div>
    </>
  )
}

const CourseField = ({ options, requirement, index, onChange, errorAt }: RowProps) => {
  const { t } = useTranslation('recruiting/editor')
  const isNeeded = requirement.kind === 'course'
  return (
    <Field
      label={t(isNeeded ? 'requirements.course' : 'requirements.gapCourse')}
      error={errorAt(`requirements.${index}.course_id`)}
      {...(!isNeeded && { optionalLabel: t('optional') })}
    >
      {(control) => (
        <Combobox
          {...control}
          value={requirement.course_id === null ? null : String(requirement.course_id)}
          options={options.courses.map(({ id, title }) => ({ value: String(id), label: title }))}
          texts={{ open: t('choose'), none: t('noneFound') }}
          placeholder={t('choose')}
          onChange={(value) => onChange({ course_id: value === null ? null : Number(value) })}
        />
      )}
    </Field>
  )
}

const SkillFields = ({ options, requirement, index, onChange, errorAt }: RowProps) => {
  const { t } = useTranslation('recruiting/editor')
  const known = [...new Set([...options.skills, ...(requirement.skill ? [requirement.skill] : [])])]
  return (
    <>
      <Field
        label={t('requirements.skill')}
        hint={t('requirements.skillHint')}
        error={errorAt(`requirements.${index}.skill`)}
      >
        {(control) => (
          <Combobox
            {...control}
            value={requirement.skill || null}
            options={known.map((value) => ({ value, label: value }))}
            texts={{ open: t('choose'), none: t('noneFound') }}
            placeholder={t('choose')}
            onChange={(value) => onChange({ skill: value ?? '' })}
          />
        )}
      </Field>
      <Field label={t('requirements.needed')} error={errorAt(`requirements.${index}.needed`)}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            inputMode="numeric"
            maxLength={3}
            value={requirement.needed}
            onChange={({ target }) => onChange({ needed: target.value })}
          />
        )}
      </Field>
    </>
  )
}

const AssessmentFields = ({ options, requirement, index, onChange, errorAt }: RowProps) => {
  const { t } = useTranslation('recruiting/editor')
  return (
    <>
      <Field label={t('requirements.assessment')} error={errorAt(`requirements.${index}.assessment_id`)}>
        {(control) => (
          <Combobox
            {...control}
            value={requirement.assessment_id === null ? null : String(requirement.assessment_id)}
            options={options.assessments.map(({ id, title }) => ({ value: String(id), label: title }))}
            texts={{ open: t('choose'), none: t('noneFound') }}
            placeholder={t('choose')}
            onChange={(value) => onChange({ assessment_id: value === null ? null : Number(value) })}
          />
        )}
      </Field>
      <Field label={t('requirements.percent')} error={errorAt(`requirements.${index}.min_percent`)}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            inputMode="numeric"
            maxLength={3}
            value={requirement.min_percent}
            onChange={({ target }) => onChange({ min_percent: target.value })}
          />
        )}
      </Field>
    </>
  )
}
