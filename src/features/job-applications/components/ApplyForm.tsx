import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PHONE_NUMBER_MAX } from '#contract/auth/phone-number.ts'
import { COVER_NOTE_MAX_CHARS, type ApplyForm as Form } from '#contract/job-applications/applications.ts'
import { useDraftForm } from '#src/core/editing/use-draft-form.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { applicationKeys, sendApplication } from '../api/applications.queries.ts'
import {
  emptyDraft,
  issuesOf,
  sharedProofs,
  toBody,
  type ApplyDraft,
  type ApplyIssue,
} from '../model/apply-draft.ts'
import { ProofChoices } from './ProofList.tsx'
import { QuestionField } from './QuestionField.tsx'
import { ResumeField } from './ResumeField.tsx'
import { SentView } from './SentView.tsx'

/** The fields in their order on the page: focus goes to the first with an issue. */
const fieldIds = (form: Form) => [
  ['phone', 'apply-phone'],
  ['resume', 'resume'],
  ...form.questions.map(({ id }) => [`answers.${id}`, `question-${id}`]),
]

const serverIssues = (error: unknown): Record<string, ApplyIssue> =>
  isApiError(error)
    ? Object.fromEntries(
        Object.entries(error.fields ?? {}).map(([field, [issue]]) => [
          field,
          issue?.code === 'required' ? 'required' : 'invalid',
        ]),
      )
    : {}

const useApply = (form: Form) => {
  const cache = useQueryClient()
  const draft = useDraftForm(`job-application-${form.job.id}`, emptyDraft(form))
  const [isTried, setIsTried] = useState(false)
  const send = useMutation({
    mutationFn: () => sendApplication(form.job.id, toBody(form, draft.form)),
    onSuccess: async (application) => {
      draft.settle(draft.form)
      cache.setQueryData(applicationKeys.form(form.job.id), { ...form, application })
      await cache.invalidateQueries({ queryKey: [...applicationKeys.all, 'list'] })
    },
    // The deadline passed while the form was open.
    onError: (error) =>
      isApiError(error) && error.status === 409
        ? cache.invalidateQueries({ queryKey: applicationKeys.form(form.job.id) })
        : undefined,
  })
  const issues = { ...serverIssues(send.error), ...(isTried && issuesOf(form, draft.form)) }
  const submit = () => {
    setIsTried(true)
    const found = issuesOf(form, draft.form)
    const first = fieldIds(form).find(([field = '']) => found[field])
    if (first) document.getElementById(first[1] ?? '')?.focus()
    else if (!send.isPending) send.mutate()
  }
  return { ...draft, issues, submit, send }
}

/** Everything that goes into an application. What was typed outlives a crash until it is sent. */
export const ApplyForm = ({ form }: { form: Form }) => {
  const { t } = useTranslation('job-applications')
  const { form: draft, change, issues, submit, send, restored } = useApply(form)
  const say = (field: string) => {
    const issue = issues[field]
    return issue
      ? t(`form.issues.${issue === 'required' ? 'required' : field === 'phone' ? 'phone' : 'invalid'}`)
      : null
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {restored && <Alert title={t('form.restored')} />}
      <p className="text-sm text-ink-muted">
        {t('form.as')} <bdi className="font-medium text-ink">{form.profile.name}</bdi> ·{' '}
        <bdi dir="ltr" className="wrap-anywhere">
          {form.profile.email}
        </bdi>
      </p>
      <Field id="apply-phone" label={t('form.phone')} error={say('phone')} required>
        {(control) => (
          <TextInput
            {...control}
            type="tel"
            dir="ltr"
            autoComplete="tel"
            maxLength={PHONE_NUMBER_MAX}
            value={draft.phone}
            onChange={(event) => change({ phone: event.target.value })}
          />
        )}
      </Field>
      <ResumeField
        jobId={form.job.id}
        resume={form.resume}
        error={form.resume ? null : issues['resume'] ? t('form.issues.resume') : null}
      />
      {form.questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          value={draft.answers[question.id] ?? ''}
          error={say(`answers.${question.id}`)}
          onChange={(value) => change({ answers: { ...draft.answers, [question.id]: value } })}
        />
      ))}
      <Field label={t('form.note')} optionalLabel={t('form.optional')} hint={t('form.noteHint')}>
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            maxLength={COVER_NOTE_MAX_CHARS}
            value={draft.note}
            onChange={(event) => change({ note: event.target.value })}
          />
        )}
      </Field>
      <fieldset>
        <legend className="text-sm font-medium text-ink">{t('proofs.title')}</legend>
        <p className="mt-1 text-sm text-ink-muted">{t('proofs.text')}</p>
        <ProofChoices proofs={form.proofs} shared={draft.shared} onChange={(shared) => change({ shared })} />
      </fieldset>
      <Preview form={form} draft={draft} />
      {send.error && <Alert kind="error" title={errorText(send.error, t('form.failed'))} />}
      <Button type="submit" block pending={send.isPending}>
        {t('form.send')}
      </Button>
    </form>
  )
}

/** Exactly what the employer will read, while it is written. */
const Preview = ({ form, draft }: { form: Form; draft: ApplyDraft }) => {
  const { t } = useTranslation('job-applications')
  return (
    <details className="rounded-lg border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 font-medium text-ink">
        {t('form.preview')}
      </summary>
      <div className="border-t border-line p-4">
        <SentView
          sent={{
            ...form.profile,
            phone: draft.phone,
            resume: form.resume,
            cover_note: draft.note,
            answers: form.questions.flatMap(({ id, label }) => {
              const value = draft.answers[id] ?? ''
              return value.trim() === '' ? [] : [{ question_id: id, label, value }]
            }),
            proofs: sharedProofs(form, draft),
          }}
        />
      </div>
    </details>
  )
}
