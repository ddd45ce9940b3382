import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CertificateRules, RuledSubject } from '#contract/certificates/portal.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { useSaveRule } from '../api/portal.queries.ts'
import { formOf, problemsOf, ruleOf, type RuleForm, type RuleProblem } from '../model/rule-form.ts'

type Props = { subject: RuledSubject; rules: CertificateRules; onClose: () => void }

/** What the certificate of one course or assessment takes. */
export const RuleSheet = ({ subject, rules, onClose }: Props) => {
  const { t } = useTranslation('certificates/admin')
  const notify = useNotify()
  const [form, setForm] = useState(() => formOf(subject.rule))
  const [isTried, setTried] = useState(false)
  const save = useSaveRule({ kind: subject.kind, subjectId: subject.subject_id })
  const problems = problemsOf(form)
  const send = () => {
    setTried(true)
    if (form.is_active && problems.size > 0) return
    save.mutate(
      { rule: ruleOf(form), version: subject.version },
      {
        onSuccess: () => {
          notify({ kind: 'success', title: t('rules.saved') })
          onClose()
        },
      },
    )
  }
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={<bdi>{subject.title}</bdi>}
      description={t('rules.sheet')}
      closeLabel={t('change.cancel')}
      actions={
        <Button pending={save.isPending} onClick={send}>
          {t('rules.save')}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <Switch
          label={t('rules.active')}
          checked={form.is_active}
          onChange={(is_active) => setForm({ ...form, is_active })}
        />
        {form.is_active && (
          <>
            <Criteria
              subject={subject}
              rules={rules}
              form={form}
              onChange={setForm}
              problems={isTried ? problems : NONE}
            />
            <Looks rules={rules} form={form} onChange={setForm} problems={isTried ? problems : NONE} />
          </>
        )}
        {isTried && problems.has('nothing') && <Alert kind="error">{t('rules.nothing')}</Alert>}
        {save.isError && <Alert kind="error">{errorText(save.error, t('change.failed'))}</Alert>}
      </div>
    </Sheet>
  )
}

const NONE: ReadonlySet<RuleProblem> = new Set()

type FormProps = {
  form: RuleForm
  onChange: (form: RuleForm) => void
  problems: ReadonlySet<RuleProblem>
}

type NumberName = 'min_score' | 'min_minutes' | 'min_attendance' | 'valid_months'

const NumberField = ({ name, form, onChange, problems }: FormProps & { name: NumberName }) => {
  const { t } = useTranslation('certificates/admin')
  return (
    <Field
      label={t(`rules.fields.${name}`)}
      hint={t(`rules.hints.${name}`)}
      error={problems.has(name) ? t(`rules.wrong.${name}`) : null}
    >
      {(control) => (
        <TextInput
          {...control}
          dir="ltr"
          inputMode="numeric"
          className="max-w-40"
          value={form[name]}
          onChange={({ target }) => onChange({ ...form, [name]: target.value })}
        />
      )}
    </Field>
  )
}

type CriteriaProps = FormProps & { subject: RuledSubject; rules: CertificateRules }

const FINAL_QUIZ = 'quiz'

const Criteria = ({ subject, rules, ...fields }: CriteriaProps) => {
  const { t } = useTranslation('certificates/admin')
  const { form, onChange } = fields
  const isCourse = subject.kind === 'course'
  const assessments = rules.subjects.filter(({ kind }) => kind === 'assessment')
  const places = [
    ...(subject.has_quiz ? [{ value: FINAL_QUIZ, label: t('rules.finalQuiz') }] : []),
    ...assessments.map(({ subject_id: id, title }) => ({ value: String(id), label: title })),
  ]
  return (
    <>
      <Checkbox
        label={t(`rules.completion.${subject.kind}`)}
        checked={form.completion}
        onChange={({ target }) => onChange({ ...form, completion: target.checked })}
      />
      {(!isCourse || places.length > 0) && <NumberField name="min_score" {...fields} />}
      {isCourse && form.min_score.trim() !== '' && places.length > 0 && (
        <Field label={t('rules.fields.score_in')}>
          {(control) => (
            <Select
              {...control}
              value={form.score_assessment_id === null ? FINAL_QUIZ : String(form.score_assessment_id)}
              options={places}
              onChange={(value) =>
                onChange({ ...form, score_assessment_id: value === FINAL_QUIZ ? null : Number(value) })
              }
            />
          )}
        </Field>
      )}
      {isCourse && <NumberField name="min_minutes" {...fields} />}
      {isCourse && (subject.has_sessions || form.min_attendance !== '') && (
        <NumberField name="min_attendance" {...fields} />
      )}
      {subject.is_premium && (
        <Checkbox
          label={t('rules.payment')}
          checked={form.payment}
          onChange={({ target }) => onChange({ ...form, payment: target.checked })}
        />
      )}
    </>
  )
}

const DEFAULT = 'default'

const Looks = ({ rules, ...fields }: FormProps & { rules: CertificateRules }) => {
  const { t } = useTranslation('certificates/admin')
  const { form, onChange } = fields
  return (
    <>
      <NumberField name="valid_months" {...fields} />
      {rules.templates.length > 0 && (
        <Field label={t('rules.fields.template')}>
          {(control) => (
            <Select
              {...control}
              value={form.template_id === null ? DEFAULT : String(form.template_id)}
              options={[
                { value: DEFAULT, label: t('rules.defaultTemplate') },
                ...rules.templates.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              onChange={(value) =>
                onChange({ ...form, template_id: value === DEFAULT ? null : Number(value) })
              }
            />
          )}
        </Field>
      )}
    </>
  )
}
