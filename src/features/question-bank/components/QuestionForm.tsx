import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, type Language } from '#contract/languages.ts'
import {
  difficulties,
  NOTE_MAX,
  type BankTopic,
  type QuestionDraft,
} from '#contract/question-bank/question-bank.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useDraftForm } from '#src/core/editing/use-draft-form.ts'
import { draftOf, problemsOf, writtenLanguages, type QuestionForm as Form } from '../model/question-form.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { DraftNotice, SaveError } from '#src/core/editing/FormNotices.tsx'
import { TagsField } from './TagsField.tsx'
import { QuestionTextFields } from './QuestionTextFields.tsx'

type Props = {
  /** The storage name of the unsaved draft. */
  name: string
  initial: Form
  topics: readonly BankTopic[]
  withNote?: boolean
  /** Given when somebody else saved another version: called after the author chose which version to keep. */
  onConflictSeen?: () => void
  pending: boolean
  error: unknown
  submitLabel: string
  onSave: (draft: QuestionDraft, settle: () => void, note: string) => void
}

/** Topic, difficulty, the texts of one language at a time, and the right letter for all languages. */
export const QuestionForm = (props: Props) => {
  const { t } = useTranslation('question-bank')
  const { local } = useLocalized()
  const { form, change, settle, changed, restored } = useDraftForm(props.name, props.initial)
  const [shownLanguage, setShownLanguage] = useState<Language>(form.language)
  const [isSubmitted, setSubmitted] = useState(false)
  const problems = isSubmitted ? problemsOf(form) : []
  const formElement = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (props.pending) return
    const draft = draftOf(form)
    if (draft) {
      setSubmitted(false)
      return props.onSave(draft, () => settle({ ...form, note: '' }), form.note.trim())
    }
    const firstProblem = problemsOf(form).find(({ language }) => language !== null)
    if (firstProblem?.language) setShownLanguage(firstProblem.language)
    // Wait until that language's fields are rendered.
    requestAnimationFrame(() =>
      formElement.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-missing]')?.focus(),
    )
  }
  return (
    <form ref={formElement} noValidate onSubmit={submit}>
      <Card className="flex flex-col gap-6">
        <DraftNotice
          say={(key) => t(`edit.${key}`)}
          restored={restored}
          onConflictSeen={props.onConflictSeen}
          onSaved={() => settle(props.initial)}
        />
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Field
            label={t('field.topic')}
            required
            error={problems.some(({ field }) => field === 'topic') ? t('problem.topic') : null}
          >
            {(control) => (
              <Select
                {...control}
                value={form.topicId === null ? null : String(form.topicId)}
                placeholder={t('field.choose')}
                options={props.topics.map((topic) => ({
                  value: String(topic.id),
                  label: local(topic.names),
                }))}
                onChange={(value) => change({ topicId: Number(value) })}
              />
            )}
          </Field>
          <Field label={t('field.difficulty')}>
            {(control) => (
              <Select
                {...control}
                value={form.difficulty}
                options={difficulties.map((value) => ({ value, label: t(`difficulty.${value}`) }))}
                onChange={(difficulty) => change({ difficulty })}
              />
            )}
          </Field>
          <Field label={t('field.mainLanguage')} hint={t('field.mainLanguageHint')}>
            {(control) => (
              <Select
                {...control}
                value={form.language}
                options={languages.map((value) => ({ value, label: t(`languages.${value}`) }))}
                onChange={(language) => {
                  change({ language })
                  setShownLanguage(language)
                }}
              />
            )}
          </Field>
        </div>
        <Segmented
          legend={t('field.wordsIn')}
          value={shownLanguage}
          options={languages.map((value) => ({
            value,
            label: `${t(`languages.${value}`)}${writtenLanguages(form).includes(value) ? ' ✓' : ''}`,
          }))}
          onChange={setShownLanguage}
        />
        <QuestionTextFields
          key={shownLanguage}
          language={shownLanguage}
          main={form.language}
          texts={form.texts[shownLanguage]}
          answer={form.answer}
          problems={problems}
          onTextsChange={(texts) => change({ texts: { ...form.texts, [shownLanguage]: texts } })}
          onAnswer={(answer) => change({ answer })}
        />
        <TagsField value={form.tags} onChange={(tags) => change({ tags })} />
        {props.withNote && (
          <Field label={t('field.note')} hint={t('field.noteHint')}>
            {(control) => (
              <TextInput
                {...control}
                value={form.note}
                maxLength={NOTE_MAX}
                onChange={(event) => change({ note: event.target.value })}
              />
            )}
          </Field>
        )}
        {Boolean(props.error) && (
          <SaveError say={(key) => t(`edit.${key}`)} error={props.error} otherwise={t('notSaved')} />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" pending={props.pending} disabled={!changed}>
            {props.submitLabel}
          </Button>
          {problems.length > 0 && (
            <p role="alert" className="text-sm text-error-text">
              {t('problem.some', { count: problems.length })}
            </p>
          )}
        </div>
      </Card>
    </form>
  )
}
