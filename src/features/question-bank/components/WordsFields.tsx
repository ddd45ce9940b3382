import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { letters, type Letter } from '#contract/assessments/shapes.ts'
import type { Language } from '#contract/common.ts'
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
  words: QuestionWords
  answer: Letter | null
  problems: readonly QuestionProblem[]
  onWords: (words: QuestionWords) => void
  onAnswer: (answer: Letter) => void
}

/** The words of one language. The right letter is the question's own, the same in all of them. */
export const WordsFields = ({ language, main, words, answer, problems, onWords, onAnswer }: Props) => {
  const { t } = useTranslation('question-bank')
  const id = useId()
  const has = (field: QuestionProblem['field']) =>
    problems.find((problem) => problem.field === field && problem.language === language)
  const noAnswer = problems.some(({ field }) => field === 'answer')
  return (
    <div className="flex flex-col gap-6" lang={language}>
      {language !== main && <p className="text-sm text-ink-muted">{t('field.otherLanguage')}</p>}
      <Field
        label={t('field.prompt')}
        hint={t('field.promptHint')}
        required={language === main}
        error={has('prompt') ? t('problem.prompt') : null}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            maxLength={PROMPT_MAX}
            value={words.prompt}
            onChange={(event) => onWords({ ...words, prompt: event.target.value })}
          />
        )}
      </Field>
      {isMarked(words.prompt) && (
        <section aria-label={t('field.asShown')} className="rounded-lg bg-surface-sunken px-4 py-3">
          <p className="mb-1 text-sm text-ink-muted">{t('field.asShown')}</p>
          <p lang={language} className="font-medium">
            <QuestionText text={words.prompt} />
          </p>
        </section>
      )}
      <fieldset aria-describedby={noAnswer ? `${id}-answer` : undefined}>
        <legend className="mb-1.5 text-sm font-medium text-ink">{t('field.options')}</legend>
        <p className="mb-3 text-sm text-ink-muted">{t('field.optionsHint')}</p>
        <ol className="flex flex-col gap-3">
          {letters.map((letter, at) => {
            const problem = has(`option-${at}`)
            return (
              <li key={letter} className="flex flex-col gap-1">
                <div className="flex items-center gap-2">
                  <label className="flex min-h-11 min-w-14 cursor-pointer items-center justify-center gap-2 rounded-lg border border-line-strong px-2 has-checked:border-success has-checked:bg-success-soft has-checked:text-success-text">
                    <input
                      type="radio"
                      name={`${id}-right`}
                      checked={answer === letter}
                      data-missing={noAnswer || undefined}
                      aria-label={t('field.rightLetter', { letter })}
                      className="size-4 accent-primary"
                      onChange={() => onAnswer(letter)}
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
                    value={words.options[at] ?? ''}
                    onChange={(event) =>
                      onWords({ ...words, options: words.options.with(at, event.target.value) })
                    }
                  />
                </div>
                {problem && (
                  <FieldError id={`${id}-${letter}`}>
                    {t('equal' in problem && problem.equal ? 'problem.equal' : 'problem.option')}
                  </FieldError>
                )}
              </li>
            )
          })}
        </ol>
        {noAnswer && (
          <div className="mt-2">
            <FieldError id={`${id}-answer`}>{t('problem.answer')}</FieldError>
          </div>
        )}
      </fieldset>
      <Field label={t('field.explanation')} hint={t('field.explanationHint')}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={EXPLANATION_MAX}
            value={words.explanation}
            onChange={(event) => onWords({ ...words, explanation: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}
