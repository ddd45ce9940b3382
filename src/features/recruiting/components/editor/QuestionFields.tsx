import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { JOB_QUESTIONS_MAX, questionKinds } from '#contract/jobs/shapes.ts'
import { languageInfo } from '#contract/languages.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { newQuestion, type TypedQuestion } from '../../model/job-form.ts'
import { EditorSection } from './EditorSection.tsx'
import type { FormPart } from './form-part.ts'
import { moved, RowCard } from './RowCard.tsx'

const LINE_MAX = 300

/** What an application answers besides the profile. */
export const QuestionFields = (part: FormPart) => {
  const { t } = useTranslation('recruiting/editor')
  const { form, change } = part
  const list = form.questions
  const set = (questions: TypedQuestion[]) => change({ questions })
  return (
    <EditorSection title={t('questions.title')} text={t('questions.text')}>
      {list.length > 0 && (
        <ol className="flex flex-col gap-5">
          {list.map((question, index) => (
            <RowCard
              key={question.id}
              name={t('questions.name', { number: index + 1 })}
              index={index}
              count={list.length}
              onMove={(by) => set(moved(list, index, by))}
              onRemove={() => set(list.toSpliced(index, 1))}
            >
              <Question
                {...part}
                index={index}
                question={question}
                onChange={(next) => set(list.with(index, { ...question, ...next }))}
              />
            </RowCard>
          ))}
        </ol>
      )}
      <Button
        variant="secondary"
        className="self-start"
        icon={<Plus aria-hidden="true" size={18} />}
        disabled={list.length >= JOB_QUESTIONS_MAX}
        onClick={() => set([...list, newQuestion(crypto.randomUUID())])}
      >
        {t('questions.add')}
      </Button>
    </EditorSection>
  )
}

type RowProps = FormPart & {
  index: number
  question: TypedQuestion
  onChange: (next: Partial<TypedQuestion>) => void
}

const Question = ({ form, language, question, index, onChange, errorAt }: RowProps) => {
  const { t } = useTranslation('recruiting/editor')
  const written = { lang: language, dir: languageInfo(language).direction }
  const isMain = language === form.language
  return (
    <>
      <Field
        label={t('questions.label')}
        error={errorAt(`questions.${index}.label.${language}`)}
        {...(!isMain && { hint: <bdi>{question.label[form.language]}</bdi> })}
      >
        {(control) => (
          <TextInput
            {...control}
            {...written}
            maxLength={LINE_MAX}
            value={question.label[language]}
            onChange={({ target }) => onChange({ label: { ...question.label, [language]: target.value } })}
          />
        )}
      </Field>
      <div className="grid items-end gap-x-4 gap-y-2 sm:grid-cols-2">
        <Field label={t('questions.kind')}>
          {(control) => (
            <Select
              {...control}
              value={question.kind}
              options={questionKinds.map((value) => ({ value, label: t(`questions.kinds.${value}`) }))}
              onChange={(kind) => onChange({ kind })}
            />
          )}
        </Field>
        <Checkbox
          label={t('questions.required')}
          checked={question.required}
          onChange={({ target }) => onChange({ required: target.checked })}
        />
      </div>
      {question.kind === 'choice' && (
        <Field
          label={t('questions.options')}
          hint={t(isMain ? 'questions.optionsHint' : 'questions.optionsOrder')}
          error={isMain ? errorAt(`questions.${index}.options`) : null}
        >
          {(control) => (
            <TextArea
              {...control}
              {...written}
              rows={4}
              value={question.options[language]}
              onChange={({ target }) =>
                onChange({ options: { ...question.options, [language]: target.value } })
              }
            />
          )}
        </Field>
      )}
    </>
  )
}
