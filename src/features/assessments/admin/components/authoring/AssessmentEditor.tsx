import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssessmentSettings } from '#contract/assessments/admin/authoring.ts'
import type { BankTopic } from '#contract/question-bank/question-bank.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { useDraftForm } from '#src/core/editing/use-draft-form.ts'
import { assessmentProblems, settingsOf, type AssessmentForm } from '../../model/assessment-form.ts'
import { DraftNotice, SaveError } from '#src/core/editing/FormNotices.tsx'
import { DrawFields } from './DrawFields.tsx'
import { ResultFields } from './ResultFields.tsx'
import { RoadmapFields } from './RoadmapFields.tsx'
import { TextFields } from './TextFields.tsx'
import { TimeFields } from './TimeFields.tsx'

type Props = {
  /** Under which name unsaved words are kept on the device. */
  name: string
  start: AssessmentForm
  topics: readonly BankTopic[]
  /** Somebody saved it meanwhile; called when it was decided whose words stand in the form. */
  onConflictSeen?: () => void
  pending: boolean
  error: unknown
  submitLabel: string
  onSave: (settings: AssessmentSettings, settle: () => void) => void
}

/** Everything that an author sets, saved as a whole. */
export const AssessmentEditor = (props: Props) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const { form, change, settle, changed, restored } = useDraftForm(props.name, props.start)
  const [isSubmitted, setSubmitted] = useState(false)
  // Fields that keep what was typed begin anew when the whole form does.
  const [round, setRound] = useState(0)
  const body = useRef<HTMLFormElement>(null)
  const problems = isSubmitted ? assessmentProblems(form) : []
  const begin = (next: AssessmentForm) => {
    settle(next)
    setRound(round + 1)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (props.pending) return
    // A number that was typed and cannot be taken is not left out silently.
    const wrong = body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) return wrong.focus()
    const settings = settingsOf(form)
    if (settings) return props.onSave(settings, () => settle(form))
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  const parts = { form, change, problems }
  return (
    <form ref={body} noValidate className="flex flex-col gap-6" onSubmit={submit}>
      <DraftNotice
        say={(key) => t(`edit.${key}`)}
        restored={restored}
        onConflictSeen={props.onConflictSeen}
        onSaved={() => begin(props.start)}
      />
      <TextFields key={`texts-${round}`} {...parts} />
      <TimeFields key={`time-${round}`} {...parts} />
      <DrawFields key={`draw-${round}`} {...parts} topics={props.topics} />
      <ResultFields key={`result-${round}`} {...parts} />
      <RoadmapFields key={`roadmap-${round}`} {...parts} topics={props.topics} />
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
