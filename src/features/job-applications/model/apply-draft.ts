/** What a learner writes into an application before it is sent. Pure. */
import type { ApplyForm, Proof } from '#contract/job-applications/applications.ts'
import { PHONE_NUMBER } from '#contract/auth/phone-number.ts'

export interface ApplyDraft {
  phone: string
  note: string
  /** By question. */
  answers: Record<string, string>
  /** Keys of proofs that the employer may see. */
  shared: string[]
}

export const proofKey = ({ kind, id }: Pick<Proof, 'kind' | 'id'>): string => `${kind}:${id}`

export const emptyDraft = (form: ApplyForm): ApplyDraft => ({
  phone: form.profile.phone,
  note: '',
  answers: {},
  // Nothing is shared unless the learner says so (rules: Jobs).
  shared: [],
})

export const sharedProofs = (form: ApplyForm, draft: ApplyDraft): Proof[] =>
  form.proofs.filter((proof) => draft.shared.includes(proofKey(proof)))

export type ApplyIssue = 'required' | 'invalid'

/** Issues by field: `phone`, `resume`, and `answers.<id of the question>`. */
export const issuesOf = (form: ApplyForm, draft: ApplyDraft): Record<string, ApplyIssue> => {
  const issues: Record<string, ApplyIssue> = {}
  const phone = draft.phone.trim()
  if (phone === '') issues['phone'] = 'required'
  else if (!PHONE_NUMBER.test(phone)) issues['phone'] = 'invalid'
  if (!form.resume) issues['resume'] = 'required'
  for (const question of form.questions) {
    const value = (draft.answers[question.id] ?? '').trim()
    if (value === '' && question.required) issues[`answers.${question.id}`] = 'required'
    if (value !== '' && question.kind === 'number' && !/^-?\d{1,12}(?:[.,]\d{1,4})?$/.test(value))
      issues[`answers.${question.id}`] = 'invalid'
  }
  return issues
}

export const toBody = (form: ApplyForm, draft: ApplyDraft) => ({
  phone: draft.phone.trim(),
  cover_note: draft.note.trim(),
  answers: form.questions.flatMap(({ id }) => {
    const value = (draft.answers[id] ?? '').trim()
    return value === '' ? [] : [{ question_id: id, value }]
  }),
  shared: sharedProofs(form, draft).map(({ kind, id }) => ({ kind, id })),
})
