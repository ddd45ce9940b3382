import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuizItem } from '#contract/courses.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { ProgressRing } from '#src/shared/ui/Progress.tsx'
import type { QuizGrade } from './quiz-grade.ts'

type Props = { item: QuizItem; grade: QuizGrade; answers: Record<number, number>; onRetry: () => void }

/** The result, and for each question whether it was right and why. */
export const QuizResult = ({ item, grade, answers, onRetry }: Props) => {
  const { t } = useTranslation('course-player')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const verdict = t(grade.passed ? 'quiz.passed' : 'quiz.notPassed')
  const result = t('quiz.result', { percent: grade.percent })
  const byQuestion = new Map(grade.questions.map((question) => [question.question_id, question]))
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <div className="card flex flex-wrap items-center gap-5 p-5">
        <ProgressRing value={grade.percent} label={result} tone={grade.passed ? 'success' : 'primary'}>
          <span aria-hidden="true" className="text-xl font-bold tabular-nums text-ink">
            {result}
          </span>
        </ProgressRing>
        <div className="min-w-0 flex-1">
          <h3 ref={heading} tabIndex={-1} className="text-xl font-semibold text-ink">
            {verdict}
            <span className="sr-only">: {result}</span>
          </h3>
          <p className="mt-1 text-ink-muted">{t('quiz.resultHint', { percent: item.pass_percent })}</p>
          <p className="text-ink-muted">{t('quiz.best', { percent: grade.best_percent })}</p>
        </div>
        <Button variant={grade.passed ? 'secondary' : 'primary'} onClick={onRetry}>
          {t('quiz.retry')}
        </Button>
      </div>
      <ol className="flex flex-col gap-4">
        {item.questions.map((question, index) => {
          const mark = byQuestion.get(question.id)
          const chosen = question.choices.find((choice) => choice.id === answers[question.id])
          const Sign = mark?.correct ? CircleCheck : CircleX
          return (
            <li key={question.id} className="card p-4 sm:p-5">
              <p className="text-sm text-ink-muted">
                {t('quiz.question', { index: index + 1, total: item.questions.length })}
              </p>
              <p dir="auto" className="mt-1 font-medium text-ink">
                {question.prompt}
              </p>
              <p
                className={cx(
                  'mt-3 flex items-start gap-2',
                  mark?.correct ? 'text-success-text' : 'text-error-text',
                )}
              >
                <Sign aria-hidden="true" size={20} className="mt-0.5 shrink-0" />
                <span>
                  <span className="font-semibold">
                    {t(mark?.correct ? 'quiz.correct' : 'quiz.incorrect')}
                  </span>
                  <span className="text-ink">
                    {' · '}
                    {t('quiz.yourAnswer')}: <bdi>{chosen?.text ?? t('quiz.noAnswer')}</bdi>
                  </span>
                </span>
              </p>
              {mark && mark.explanation !== '' && (
                <p dir="auto" className="mt-2 rounded-lg bg-surface-sunken px-4 py-3 text-ink">
                  {mark.explanation}
                </p>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
