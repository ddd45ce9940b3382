import { useEffect, useMemo, useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { questionsOfAttempt } from '#contract/courses/option-order.ts'
import type { QuizItem } from '#contract/courses/topic-page.ts'
import type { QuizResult as Result } from '#contract/courses/progress.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { localeOf } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { usePlayerContext } from '../../context/player-context.ts'
import { useIsRouteSettled } from '../page-turn-context.ts'
import { questionAnchor, QuestionCard } from './QuestionCard.tsx'
import { QuizResult } from './QuizResult.tsx'
import { useQuiz } from './use-quiz.ts'
import { Attempts } from './Attempts.tsx'

type Props = { item: QuizItem; onGraded: (itemId: number, result: Result) => void }

/** A quiz: saves draft answers until submission, warns about unanswered questions, shows the result. */
export const QuizStep = ({ item: stored, onGraded }: Props) => {
  const { t } = useTranslation('courses/learning')
  const item = useMemo(() => ({ ...stored, questions: questionsOfAttempt(stored) }), [stored])
  const quiz = useQuiz(item, onGraded)
  const { isReadOnly, payAt } = usePlayerContext()
  const form = useRef<HTMLFormElement>(null)
  useResumeAtQuestion(form, item)
  const { result } = quiz
  const canRetry = item.attempts_left !== 0
  if (result)
    return (
      <>
        <QuizResult
          grade={result.graded}
          questions={item.questions}
          answers={Object.values(result.answers)}
          passPercent={item.pass_percent}
          reveal={item.reveal}
          bestPercent={result.graded.standing.best_percent}
          onRetry={canRetry ? quiz.retry : null}
        />
        {/* The result above is of the newest attempt, not of an earlier one. */}
        <AttemptsLeft item={item} earlierAttempts={result.graded.standing.attempts - 1} />
      </>
    )
  return (
    <>
      <form
        ref={form}
        className="flex max-w-reading flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReadOnly) quiz.submit(false)
        }}
      >
        <QuizSummary item={item} earlierAttempts={item.attempts} />
        {item.questions.map((question, index) => (
          <QuestionCard
            key={question.id}
            question={question}
            label={t('quiz.question', { index: index + 1, total: item.questions.length })}
            answer={quiz.answers[question.id]}
            disabled={quiz.submitState !== 'none' || !canRetry}
            lang={item.content_language}
            onAnswer={quiz.answer}
          />
        ))}
        {quiz.warned && quiz.open.length > 0 && quiz.submitState === 'none' && (
          <UnansweredAlert item={item} open={quiz.open} onSubmit={() => quiz.submit(true)} />
        )}
        {quiz.submitState === 'waiting' && <WaitingAlert onSend={quiz.sendNow} />}
        {quiz.error !== null && (
          <Alert kind="error" title={quiz.error}>
            {t('quiz.failedHint')}
          </Alert>
        )}
        {isReadOnly && <p className="text-ink-muted">{t(payAt ? 'overdue.handIn' : 'looking.handIn')}</p>}
        {canRetry && !isReadOnly && quiz.submitState !== 'waiting' && (
          <SubmitBar
            isSending={quiz.submitState === 'sending'}
            done={item.questions.length - quiz.open.length}
            total={item.questions.length}
          />
        )}
      </form>
    </>
  )
}

/** Resumes at the question that was answered last, on any device. */
const useResumeAtQuestion = (form: RefObject<HTMLFormElement | null>, item: QuizItem) => {
  const isSettled = useIsRouteSettled()
  useEffect(() => {
    if (!isSettled) return
    if (item.draft.question_id === null || item.draft.answers.length === 0) return
    form.current
      ?.querySelector(`#${questionAnchor(item.draft.question_id)}`)
      ?.scrollIntoView({ block: 'center' })
    // Runs only when the quiz opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [item.id, isSettled])
}

const WaitingAlert = ({ onSend }: { onSend: () => void }) => {
  const { t } = useTranslation('courses/learning')
  return (
    <Alert
      kind="warning"
      title={t('quiz.waiting')}
      action={
        <Button size="sm" variant="secondary" onClick={onSend}>
          {t('quiz.sendNow')}
        </Button>
      }
    >
      {t('quiz.waitingHint')}
    </Alert>
  )
}

const SubmitBar = ({ isSending, done, total }: { isSending: boolean; done: number; total: number }) => {
  const { t } = useTranslation('courses/learning')
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button type="submit" size="lg" pending={isSending}>
        {t('quiz.submit')}
      </Button>
      <p role="status" className="text-sm tabular-nums text-ink-muted">
        {t('quiz.answered', { done, total })}
      </p>
      <p className="basis-full text-sm text-ink-muted">{t('quiz.draft')}</p>
    </div>
  )
}

type SummaryProps = { item: QuizItem; earlierAttempts: number }

/** Number of questions and best result, then the attempts. */
const QuizSummary = (props: SummaryProps) => {
  const { t } = useTranslation('courses/learning')
  const { questions, pass_percent: percent, best_percent: best } = props.item
  return (
    <div className="flex flex-col gap-1 text-ink-muted">
      <p>{t('quiz.intro', { count: questions.length, percent })}</p>
      {best !== null && <p>{t('quiz.best', { percent: best })}</p>}
      <AttemptsLeft {...props} />
    </div>
  )
}

/** Attempts left, the next attempt, and earlier attempts. */
const AttemptsLeft = ({ item, earlierAttempts }: SummaryProps) => {
  const { t } = useTranslation('courses/learning')
  const language = useLanguage()
  const next = item.next_attempt_at
  return (
    <div className="flex flex-col gap-1 text-ink-muted empty:hidden">
      {item.attempts_left !== null && (
        <p>
          {item.attempts_left === 0
            ? t('quiz.noAttemptsLeft')
            : t('quiz.attemptsLeft', { count: item.attempts_left })}
        </p>
      )}
      {next !== null && (
        <p>
          {t('quiz.nextAttempt', {
            time: new Intl.DateTimeFormat(localeOf(language), {
              dateStyle: 'medium',
              timeStyle: 'short',
            }).format(new Date(next)),
          })}
        </p>
      )}
      {earlierAttempts > 0 && <Attempts item={item} count={earlierAttempts} />}
    </div>
  )
}

type OpenProps = { item: QuizItem; open: readonly number[]; onSubmit: () => void }

const UnansweredAlert = ({ item, open, onSubmit }: OpenProps) => {
  const { t } = useTranslation('courses/learning')
  return (
    <Alert
      kind="warning"
      title={t('quiz.openTitle')}
      action={
        <Button size="sm" variant="secondary" onClick={onSubmit}>
          {t('quiz.submitAnyway')}
        </Button>
      }
    >
      <p>{t('quiz.unanswered', { count: open.length, list: open.map((index) => index + 1).join(', ') })}</p>
      <ul className="mt-1 flex flex-wrap gap-x-4">
        {open.map((index) => (
          <li key={index}>
            <a
              href={`#${questionAnchor(item.questions[index]?.id ?? 0)}`}
              className="inline-flex min-h-8 items-center font-medium text-primary-text underline"
            >
              {t('quiz.goTo', { index: index + 1 })}
            </a>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
