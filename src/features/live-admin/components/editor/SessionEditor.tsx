import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { LiveOptions } from '#contract/live/admin/sessions.ts'
import { DraftNotice, SaveError } from '#src/core/editing/FormNotices.tsx'
import { useDraftForm } from '#src/core/editing/use-draft-form.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { usePlan } from '../../hooks/use-plan.ts'
import { problemsOf, type SaveChoice, type TypedSession } from '../../model/session-form.ts'
import { PlanNotes } from './PlanNotes.tsx'
import { SaveQuestions } from './SaveQuestions.tsx'
import { WhatFields } from './WhatFields.tsx'
import { WhenFields } from './WhenFields.tsx'
import { WhereFields } from './WhereFields.tsx'
import { WhoFields } from './WhoFields.tsx'

type Props = {
  /** The storage name of the unsaved draft. */
  name: string
  initial: TypedSession
  options: LiveOptions
  /** Null for a new session. */
  sessionId: number | null
  isSeries: boolean
  mayInviteEveryone: boolean
  /** Given when somebody else saved another revision: called after one of them was chosen. */
  onConflictSeen?: () => void
  pending: boolean
  error: unknown
  onSave: (typed: TypedSession, choice: SaveChoice, settle: () => void) => void
}

/** The form of a session beside what the plan means. Questions come only when they have to. */
export const SessionEditor = (props: Props) => {
  const { t } = useTranslation('live-admin')
  const { form, change, settle, changed, restored } = useDraftForm(props.name, props.initial)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const formElement = useRef<HTMLFormElement>(null)
  const plan = usePlan(form, props.sessionId)
  const problems = isSubmitted ? problemsOf(form) : []
  const isPast = plan.data?.is_past === true && form.starts_local !== props.initial.starts_local
  const isNew = props.sessionId === null
  const save = (choice: SaveChoice) => {
    setAsking(false)
    props.onSave(form, choice, () => settle(form))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (props.pending) return
    if (problemsOf(form).length > 0) {
      requestAnimationFrame(() =>
        formElement.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      )
      return
    }
    if (isPast || props.isSeries) setAsking(true)
    else save({ isPastOk: false, scope: 'one' })
  }
  const part = { form, change, problems, options: props.options }
  return (
    <form ref={formElement} noValidate className="flex flex-col gap-6" onSubmit={submit}>
      <DraftNotice
        say={(key) => t(`edit.${key}`)}
        restored={restored}
        onConflictSeen={props.onConflictSeen}
        onSaved={() => settle(props.initial)}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <WhatFields {...part} />
          <WhenFields {...part} isNew={isNew} plan={plan.data} />
          <WhereFields {...part} />
          <WhoFields {...part} mayInviteEveryone={props.mayInviteEveryone} />
        </div>
        <PlanNotes form={form} plan={plan} />
      </div>
      {Boolean(props.error) && !props.onConflictSeen && (
        <SaveError say={(key) => t(`edit.${key}`)} error={props.error} otherwise={t('edit.notSaved')} />
      )}
      <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-3 bg-surface px-1 py-3 max-lg:bottom-16">
        <Button type="submit" className="max-sm:w-full" pending={props.pending} disabled={!isNew && !changed}>
          {t(isNew ? (form.repeats ? 'edit.planSeries' : 'edit.planOne') : 'edit.save')}
        </Button>
        {problems.length > 0 && (
          <p role="alert" className="text-sm text-error-text">
            {t('edit.incomplete', { count: problems.length })}
          </p>
        )}
      </div>
      {isAsking && (
        <SaveQuestions
          isPast={isPast}
          isSeries={props.isSeries}
          onSave={save}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  )
}
