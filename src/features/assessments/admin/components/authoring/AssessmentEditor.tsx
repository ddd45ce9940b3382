import { memo, useRef, useState, type ComponentType, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { shallowEqual } from 'react-redux'
import type { AssessmentSettings } from '#contract/assessments/admin/authoring.ts'
import type { BankTopic } from '#contract/question-bank/question-bank.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { useDraftForm } from '#src/core/editing/use-draft-form.ts'
import { assessmentProblems, settingsOf, type AssessmentForm } from '../../model/assessment-form.ts'
import type { FormPart } from '../../model/form-part.ts'
import { DraftNotice, SaveError } from '#src/core/editing/FormNotices.tsx'
import { DrawFields } from './DrawFields.tsx'
import { ResultFields } from './ResultFields.tsx'
import { RoadmapFields } from './RoadmapFields.tsx'
import { TextFields } from './TextFields.tsx'
import { TimeFields } from './TimeFields.tsx'

type Props = {
  /** The storage name of the unsaved draft. */
  name: string
  initial: AssessmentForm
  topics: readonly BankTopic[]
  /** Given when somebody else saved another revision: called after the author chose which one to keep. */
  onConflictSeen?: () => void
  pending: boolean
  error: unknown
  submitLabel: string
  onSave: (settings: AssessmentSettings, settle: () => void) => void
}

/** Sections render again only when their own values change: a letter in a title costs none of them. */
const section = <P extends FormPart>(fields: ComponentType<P>) =>
  memo(fields, ({ form, problems, ...rest }, { form: nextForm, problems: nextProblems, ...nextRest }) =>
    [
      [form, nextForm],
      [problems, nextProblems],
      [rest, nextRest],
    ].every(([before, after]) => shallowEqual(before, after)),
  )
const TimeSection = section(TimeFields)
const DrawSection = section(DrawFields)
const ResultSection = section(ResultFields)
const RoadmapSection = section(RoadmapFields)

/** All settings of an assessment, saved together. */
export const AssessmentEditor = (props: Props) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const { form, change, settle, changed, restored } = useDraftForm(props.name, props.initial)
  const [isSubmitted, setSubmitted] = useState(false)
  // Remounts the fields that keep raw input whenever the whole form is replaced.
  const [formVersion, setFormVersion] = useState(0)
  const formElement = useRef<HTMLFormElement>(null)
  const problems = isSubmitted ? assessmentProblems(form) : []
  const replaceForm = (newForm: AssessmentForm) => {
    settle(newForm)
    setFormVersion(formVersion + 1)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (props.pending) return
    // Do not silently drop a number that is out of range.
    const invalidField = formElement.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (invalidField) return invalidField.focus()
    const settings = settingsOf(form)
    if (settings) return props.onSave(settings, () => settle(form))
    requestAnimationFrame(() =>
      formElement.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
  }
  const { texts: _texts, language: _language, ...settings } = form
  const formPart = { form: settings, change, problems }
  return (
    <form ref={formElement} noValidate className="flex flex-col gap-6" onSubmit={submit}>
      <DraftNotice
        say={(key) => t(`edit.${key}`)}
        restored={restored}
        onConflictSeen={props.onConflictSeen}
        onSaved={() => replaceForm(props.initial)}
      />
      <TextFields key={`texts-${formVersion}`} form={form} change={change} problems={problems} />
      <TimeSection key={`time-${formVersion}`} {...formPart} />
      <DrawSection key={`draw-${formVersion}`} {...formPart} topics={props.topics} />
      <ResultSection key={`result-${formVersion}`} {...formPart} />
      <RoadmapSection key={`roadmap-${formVersion}`} {...formPart} topics={props.topics} />
      {Boolean(props.error) && (
        <SaveError say={(key) => t(`edit.${key}`)} error={props.error} otherwise={t('notSaved')} />
      )}
      <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-3 bg-surface px-1 py-3 max-lg:bottom-16">
        <Button type="submit" pending={props.pending} disabled={!changed}>
          {props.submitLabel}
        </Button>
        {problems.length > 0 && (
          <ul role="alert" className="text-sm text-error-text">
            {problems.map((problem) => (
              <li key={problem}>{t(`problem.${problem}`)}</li>
            ))}
          </ul>
        )}
      </div>
    </form>
  )
}
