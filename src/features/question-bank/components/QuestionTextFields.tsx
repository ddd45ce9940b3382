import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { letters, type Letter } from '#contract/assessments/shapes.ts'
import type { Language } from '#contract/languages.ts'
import {
  EXPLANATION_MAX,
  OPTION_MAX,
  PROMPT_MAX,
  type QuestionWords,
} from '#contract/question-bank/question-bank.ts'
import { Field, FieldError } from '#src/shared/ui/forms/Field.tsx'
import { isMarked } from '#src/shared/lib/text/question-text.ts'
import { QuestionText } from '#src/shared/ui/content/QuestionText.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import type { QuestionProblem } from '../model/question-form.ts'

type Props = {
  language: Language
  main: Language
  texts: QuestionWords
  answer: Letter | null
  problems: readonly QuestionProblem[]
  onTextsChange: (texts: QuestionWords) => void
  onAnswer: (answer: Letter) => void
}

/**
 * The question's texts in one language. The right letter belongs to the question and is the same in all
 * languages.
 */
export const QuestionTextFields = ({
  language,
  main,
  texts,
  answer,
  problems,
  onTextsChange,
  onAnswer,
}: Props) => {
  const { t } = useTranslation('question-bank')
  const problemOf = (field: QuestionProblem['field']) =>
    problems.find((problem) => problem.field === field && problem.language === language)
  return (
    <div className="flex flex-col gap-6" lang={language}>
      {language !== main && <p className="text-sm text-ink-muted">{t('field.otherLanguage')}</p>}
      <Field
        label={t('field.prompt')}
        hint={t('field.promptHint')}
        required={language === main}
        error={problemOf('prompt') ? t('problem.prompt') : null}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            maxLength={PROMPT_MAX}
            value={texts.prompt}
            onChange={(event) => onTextsChange({ ...texts, prompt: event.target.value })}
          />
        )}
      </Field>
      {isMarked(texts.prompt) && (
        <section aria-label={t('field.asShown')} className="rounded-lg bg-surface-sunken px-4 py-3">
          <p className="mb-1 text-sm text-ink-muted">{t('field.asShown')}</p>
          <p lang={language} className="font-medium">
            <QuestionText text={texts.prompt} />
          </p>
        </section>
      )}
      <Options
        options={texts.options}
        answer={answer}
        problemOf={(index) => problemOf(`option-${index}`)}
        isAnswerMissing={problems.some(({ field }) => field === 'answer')}
        onChange={(options) => onTextsChange({ ...texts, options })}
        onAnswer={onAnswer}
      />
      <Field label={t('field.explanation')} hint={t('field.explanationHint')}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={EXPLANATION_MAX}
            value={texts.explanation}
            onChange={(event) => onTextsChange({ ...texts, explanation: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}

type Words = QuestionWords['options']
type OptionsProps = {
  options: Words
  answer: Letter | null
  problemOf: (index: number) => QuestionProblem | undefined
  isAnswerMissing: boolean
  onChange: (options: Words) => void
  onAnswer: (answer: Letter) => void
}

const Options = ({ options, answer, problemOf, isAnswerMissing, onChange, onAnswer }: OptionsProps) => {
  const { t } = useTranslation('question-bank')
  const id = useId()
  return (
    <fieldset aria-describedby={isAnswerMissing ? `${id}-answer` : undefined}>
      <legend className="mb-1.5 text-sm font-medium text-ink">{t('field.options')}</legend>
      <p className="mb-3 text-sm text-ink-muted">{t('field.optionsHint')}</p>
      <ol className="flex flex-col gap-3">
        {letters.map((letter, index) => (
          <Option
            key={letter}
            id={id}
            letter={letter}
            text={options[index] ?? ''}
            problem={problemOf(index)}
            isRight={answer === letter}
            isAnswerMissing={isAnswerMissing}
            onChange={(text) => onChange(options.with(index, text))}
            onRight={() => onAnswer(letter)}
          />
        ))}
      </ol>
      {isAnswerMissing && (
        <div className="mt-2">
          <FieldError id={`${id}-answer`}>{t('problem.answer')}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

type OptionProps = {
  /** Shared by the options of the question. */
  id: string
  letter: Letter
  text: string
  problem: QuestionProblem | undefined
  isRight: boolean
  isAnswerMissing: boolean
  onChange: (text: string) => void
  onRight: () => void
}

const Option = ({ id, letter, text, problem, isRight, isAnswerMissing, onChange, onRight }: OptionProps) => {
  const { t } = useTranslation('question-bank')
  return (
    <li className="flex flex-col gap-1">
      <div className="flex items-center gap-2">
        <label className="flex min-h-11 min-w-14 cursor-pointer items-center justify-center gap-2 rounded-lg border border-line-strong px-2 has-checked:border-success has-checked:bg-success-soft has-checked:text-success-text">
          <input
            type="radio"
            name={`${id}-right`}
            checked={isRight}
            data-missing={isAnswerMissing || undefined}
            aria-label={t('field.rightLetter', { letter })}
            className="size-4 accent-primary"
            onChange={onRight}
          />
          <span aria-hidden="true" className="font-semibold">
            {letter}
          </span>
        </label>
        <TextInput
          aria-label={t('field.option', { letter })}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-${letter}` : undefined}
          className="min-w-0 flex-1"
          maxLength={OPTION_MAX}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {problem && (
        <FieldError id={`${id}-${letter}`}>
          {t('equal' in problem && problem.equal ? 'problem.equal' : 'problem.option')}
        </FieldError>
      )}
    </li>
  )
}
