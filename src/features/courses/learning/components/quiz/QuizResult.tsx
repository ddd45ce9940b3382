import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { GivenAnswer, QuizGrade, QuizSettings, ShownQuestion } from '#contract/courses/quiz.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { ProgressRing } from '#src/shared/ui/feedback/Progress.tsx'
import { MarkedCard } from './MarkedCard.tsx'

type Props = {
  grade: QuizGrade
  questions: readonly ShownQuestion[]
  answers: readonly GivenAnswer[]
  passPercent: number
  /** When the correct answers are revealed. */
  reveal: QuizSettings['reveal']
  /** Null in the review of an earlier attempt. */
  bestPercent: number | null
  /** Null when there is no further attempt. */
  onRetry: (() => void) | null
}

/** The result, with the verdict and explanation of each question. */
export const QuizResult = ({
  grade,
  questions,
  answers,
  passPercent,
  reveal,
  bestPercent,
  onRetry,
}: Props) => {
  const { t } = useTranslation('courses/learning')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const verdict = t(grade.passed ? 'quiz.passed' : 'quiz.notPassed')
  const result = t('quiz.result', { percent: grade.percent })
  return (
    <div className="mb-6 flex max-w-reading flex-col gap-6">
      <div className="card flex flex-wrap items-center gap-5 p-5">
        <ProgressRing value={grade.percent} label={result} tone={grade.passed ? 'success' : 'primary'}>
          <span aria-hidden="true" className="text-xl font-bold tabular-nums text-ink">
            {result}
          </span>
        </ProgressRing>
        <div className="min-w-48 flex-1">
          <h3 ref={heading} tabIndex={-1} className="text-xl font-semibold text-ink">
            {verdict}
            <span className="sr-only">: {result}</span>
          </h3>
          <p className="mt-1 text-ink-muted">{t('quiz.resultHint', { percent: passPercent })}</p>
          {bestPercent !== null && (
            <p className="text-ink-muted">{t('quiz.best', { percent: bestPercent })}</p>
          )}
          {!grade.revealed && (
            <p className="text-ink-muted">
              {t(reveal === 'never' ? 'quiz.neverRevealed' : 'quiz.notRevealed')}
            </p>
          )}
        </div>
        {onRetry && (
          <Button variant={grade.passed ? 'secondary' : 'primary'} onClick={onRetry}>
            {t('quiz.retry')}
          </Button>
        )}
      </div>
      <ol className="flex flex-col gap-4">
        {questions.map((question, index) => (
          <li key={question.id}>
            <MarkedCard
              question={question}
              label={t('quiz.question', { index: index + 1, total: questions.length })}
              answer={answers.find((answer) => answer.question_id === question.id)}
              mark={grade.questions.find((mark) => mark.question_id === question.id)}
            />
          </li>
        ))}
      </ol>
    </div>
  )
}
