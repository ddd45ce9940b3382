import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnProfile } from '#contract/profile/profile.ts'
import { useDraftForm } from '#src/core/editing/use-draft-form.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { useFocusInvalid } from '#src/shared/lib/hooks/use-focus-invalid.ts'
import { useSaveProfile } from '../api/profile.queries.ts'
import { FORM_FIELDS, type Checked, type Issue, type Issues } from '../model/profile-form.ts'

interface Rules<Form> {
  /** The draft's name on the device. */
  name: string
  start: Form
  check: (form: Form) => Checked<Form>
  formOf: (profile: OwnProfile) => Form
}

/** The server's refusal by field of the form. */
const issuesOf = <Form>(error: unknown): Issues<Form> => {
  const fields = isApiError(error) ? (error.fields ?? {}) : {}
  const issues = Object.entries(fields).flatMap(([field, [issue]]) => {
    const key = FORM_FIELDS[field]
    if (key === undefined) return []
    const isMissingPhone = field === 'phone_number' && issue?.code === 'required'
    return [[key, isMissingPhone ? 'phoneRequired' : 'refused'] as const]
  })
  return Object.fromEntries(issues) as Issues<Form>
}

/** One section with its own save. What was typed outlives failures, reloads and crashes. */
export const useSectionForm = <Form extends Record<string, string>>(rules: Rules<Form>) => {
  const { t } = useTranslation('profile')
  const notify = useNotify()
  const save = useSaveProfile()
  const draft = useDraftForm(rules.name, rules.start)
  const [issues, setIssues] = useState<Issues<Form>>({})
  const focus = useFocusInvalid(save.error)

  const change = (next: Partial<Form>) => {
    draft.change(next)
    const kept = Object.entries(issues).filter(([field]) => !(field in next))
    if (kept.length < Object.keys(issues).length) setIssues(Object.fromEntries(kept) as Issues<Form>)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const checked = rules.check(draft.form)
    setIssues(checked.issues)
    if (Object.keys(checked.issues).length > 0) return
    save.mutate(checked.change, {
      onSuccess: (profile) => {
        draft.settle(rules.formOf(profile))
        notify({ kind: 'success', title: t('form.saved') })
      },
      onError: (error) => setIssues(issuesOf<Form>(error)),
    })
  }
  const reset = () => {
    draft.settle(rules.start)
    setIssues({})
    save.reset()
  }
  const textOf = (issue: Issue | undefined) => issue && t(`issues.${issue}`)
  const hasIssues = Object.keys(issues).length > 0
  return {
    form: draft.form,
    change,
    /** For the form element. */
    formProps: { ...focus, noValidate: true, onSubmit: submit },
    errors: Object.fromEntries(
      Object.entries(issues).map(([field, issue]) => [field, textOf(issue as Issue)]),
    ) as Partial<Record<keyof Form, string>>,
    /** Why nothing was saved, if no field is at fault. */
    failure: save.isError && !hasIssues ? errorText(save.error, t('form.failed')) : null,
    isChanged: draft.changed,
    isRestored: draft.restored,
    isSaving: save.isPending,
    reset,
  }
}
