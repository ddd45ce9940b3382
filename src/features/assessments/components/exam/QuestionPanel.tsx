import { useTranslation } from 'react-i18next'
import { letters, type Letter } from '#contract/assessments/shapes.ts'
import type { ShownQuestion } from '#contract/assessments/assessments.ts'
import { inLanguage } from '#contract/assessments/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { QuestionText } from '#src/shared/ui/content/QuestionText.tsx'
import type { QuestionState } from '../../attempt/question-state.ts'

type Props = {
  question: ShownQuestion
  state: QuestionState
  total: number
  topic: string
  disabled: boolean
  onChoose: (letter: Letter) => void
}

/** One question with four options. Native radio buttons give arrow keys and screen reader support. */
export const QuestionPanel = ({ question, state, total, topic, disabled, onChoose }: Props) => {
  const { t } = useTranslation('assessments')
  const language = useLanguage()
  const texts = inLanguage(question.texts, language, question.main_language)
  if (!texts) return null
  const isLocked = disabled || state.final
  return (
    <fieldset disabled={isLocked} className="min-w-0">
      <legend className="mb-4 w-full">
        <span className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted">
          {t('exam.question', { index: question.position, total })}
          {topic !== '' && (
            <>
              <span aria-hidden="true">·</span>
              <bdi>{topic}</bdi>
            </>
          )}
        </span>
        <QuestionText text={texts.prompt} className="mt-1.5 text-lg font-medium text-ink" />
      </legend>
      <div className="flex flex-col gap-2.5">
        {letters.map((letter, index) => (
          <label
            key={letter}
            className={cx(
              'flex min-h-13 items-center gap-3 rounded-lg border border-line bg-surface-raised px-4 py-2.5 text-ink',
              'has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              !isLocked && 'cursor-pointer hover:border-line-strong',
            )}
          >
            <input
              type="radio"
              name={`question-${question.position}`}
              value={letter}
              checked={state.choice === letter}
              className="size-5 shrink-0 accent-(--primary) outline-none"
              onChange={() => onChoose(letter)}
            />
            <span className="w-5 shrink-0 font-semibold text-ink-muted">{letter}</span>
            <QuestionText text={texts.options[index] ?? ''} className="flex-1" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
