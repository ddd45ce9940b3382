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
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useDraftForm } from '#src/core/editing/use-draft-form.ts'
import {
  draftOf,
  keepsFormOrder,
  problemsOf,
  writtenLanguages,
  type QuestionForm as Form,
} from '../model/question-form.ts'
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
  const { form, change, settle, changed, restored } = useDraftForm(props.name, props.initial)
  const { formElement, shownLanguage, setShownLanguage, problems, submit } = useSubmit(
    form,
    (draft) => props.onSave(draft, () => settle({ ...form, note: '' }), form.note.trim()),
    props.pending,
  )
  return (
    <form ref={formElement} noValidate onSubmit={submit}>
      <Card className="flex flex-col gap-6">
        <DraftNotice
          say={(key) => t(`edit.${key}`)}
          restored={restored}
          onConflictSeen={props.onConflictSeen}
          onSaved={() => settle(props.initial)}
        />
        <ShelfFields
          form={form}
          topics={props.topics}
          isTopicMissing={problems.some(({ field }) => field === 'topic')}
          onChange={change}
          onLanguage={(language) => {
            change({ language })
            setShownLanguage(language)
          }}
        />
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
        <Switch
          label={t('field.keepOrder')}
          hint={t('field.keepOrderHint')}
          checked={keepsFormOrder(form)}
          onChange={(keepOrder) => change({ keepOrder })}
        />
        <TagsField value={form.tags} onChange={(tags) => change({ tags })} />
        {props.withNote && <NoteField value={form.note} onChange={(note) => change({ note })} />}
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

/**
 * Validates and saves. With problems it shows the language of the first one and focuses its field; then they
 * are reported while the author mends them.
 */
const useSubmit = (form: Form, onSave: (draft: QuestionDraft) => void, isPending: boolean) => {
  const [shownLanguage, setShownLanguage] = useState<Language>(form.language)
  const [isSubmitted, setSubmitted] = useState(false)
  const problems = isSubmitted ? problemsOf(form) : []
  const formElement = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (isPending) return
    const draft = draftOf(form)
    if (draft) {
      setSubmitted(false)
      return onSave(draft)
    }
    const firstProblem = problemsOf(form).find(({ language }) => language !== null)
    if (firstProblem?.language) setShownLanguage(firstProblem.language)
    // Wait until that language's fields are rendered.
    requestAnimationFrame(() =>
      formElement.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-missing]')?.focus(),
    )
  }
  return { formElement, shownLanguage, setShownLanguage, problems, submit }
}

type ShelfProps = {
  form: Form
  topics: readonly BankTopic[]
  isTopicMissing: boolean
  onChange: (change: Partial<Form>) => void
  onLanguage: (language: Language) => void
}

/** Where the question belongs: its topic, difficulty and main language. */
const ShelfFields = ({ form, topics, isTopicMissing, onChange, onLanguage }: ShelfProps) => {
  const { t } = useTranslation('question-bank')
  const { local } = useLocalized()
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Field label={t('field.topic')} required error={isTopicMissing ? t('problem.topic') : null}>
        {(control) => (
          <Select
            {...control}
            value={form.topicId === null ? null : String(form.topicId)}
            placeholder={t('field.choose')}
            options={topics.map((topic) => ({
              value: String(topic.id),
              label: local(topic.names),
            }))}
            onChange={(value) => onChange({ topicId: Number(value) })}
          />
        )}
      </Field>
      <Field label={t('field.difficulty')}>
        {(control) => (
          <Select
            {...control}
            value={form.difficulty}
            options={difficulties.map((value) => ({ value, label: t(`difficulty.${value}`) }))}
            onChange={(difficulty) => onChange({ difficulty })}
          />
        )}
      </Field>
      <Field label={t('field.mainLanguage')} hint={t('field.mainLanguageHint')}>
        {(control) => (
          <Select
            {...control}
            value={form.language}
            options={languages.map((value) => ({ value, label: t(`languages.${value}`) }))}
            onChange={onLanguage}
          />
        )}
      </Field>
    </div>
  )
}

const NoteField = ({ value, onChange }: { value: string; onChange: (note: string) => void }) => {
  const { t } = useTranslation('question-bank')
  return (
    <Field label={t('field.note')} hint={t('field.noteHint')}>
      {(control) => (
        <TextInput
          {...control}
          value={value}
          maxLength={NOTE_MAX}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
