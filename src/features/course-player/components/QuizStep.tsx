import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { submitQuiz, type ProgressResult, type QuizItem } from '#contract/courses.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { Alert } from '#src/shared/ui/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { emptyDraft, keepDraft, readDraft, withAnswer, type QuizDraft } from '../model/quiz-draft.ts'
import { QuizQuestion, questionAnchor } from './QuizQuestion.tsx'
import type { QuizGrade } from './quiz-grade.ts'
import { QuizResult } from './QuizResult.tsx'

type Props = {
  item: QuizItem
  onProgress: (result: ProgressResult) => void
  onGraded: (itemId: number, bestPercent: number) => void
}

/** A quiz: answers kept until submitted, what is open said before submitting, the result with explanations. */
export const QuizStep = ({ item, onProgress, onGraded }: Props) => {
  const { t } = useTranslation('course-player')
  const quiz = useQuiz(item, onProgress, onGraded)
  const { draft, graded, open } = quiz
  const done = item.questions.length - open.length
  if (graded) return <QuizResult item={item} grade={graded} answers={draft.answers} onRetry={quiz.retry} />
  return (
    <form
      className="flex max-w-reading flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        quiz.submit(false)
      }}
    >
      <div className="text-ink-muted">
        <p>{t('quiz.intro', { count: item.questions.length, percent: item.pass_percent })}</p>
        {item.best_percent !== null && (
          <p className="mt-1">{t('quiz.best', { percent: item.best_percent })}</p>
        )}
      </div>
      {item.questions.map((question, index) => (
        <QuizQuestion
          key={question.id}
          question={question}
          label={t('quiz.question', { index: index + 1, total: item.questions.length })}
          chosen={draft.answers[question.id] ?? null}
          onChoose={(choice) => quiz.choose(question.id, choice)}
        />
      ))}
      {quiz.warned && open.length > 0 && (
        <Alert
          kind="warning"
          title={t('quiz.openTitle')}
          action={
            <Button size="sm" variant="secondary" pending={quiz.pending} onClick={() => quiz.submit(true)}>
              {t('quiz.submitAnyway')}
            </Button>
          }
        >
          <p>
            {t('quiz.unanswered', { count: open.length, list: open.map((index) => index + 1).join(', ') })}
          </p>
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
      )}
      {quiz.error !== null && (
        <Alert kind="error" title={quiz.error}>
          {t('quiz.failedHint')}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" size="lg" pending={quiz.pending}>
          {t('quiz.submit')}
        </Button>
        <p role="status" className="text-sm tabular-nums text-ink-muted">
          {t('quiz.answered', { done, total: item.questions.length })}
        </p>
        <p className="basis-full text-sm text-ink-muted">{t('quiz.draft')}</p>
      </div>
    </form>
  )
}

const useQuiz = (item: QuizItem, onProgress: Props['onProgress'], onGraded: Props['onGraded']) => {
  const { t } = useTranslation('course-player')
  const user = useAppSelector(selectUser)
  const draftKey = `${keys.quizDraft}:${user.id ?? 0}:${item.id}`
  const [draft, setDraft] = useState<QuizDraft>(() => readDraft(safeLocal, draftKey, item.questions))
  const [graded, setGraded] = useState<QuizGrade | null>(null)
  const [pending, setPending] = useState(false)
  const [warned, setWarned] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const unsent = graded === null && Object.keys(draft.answers).length > 0
  useEffect(() => (unsent ? registerBusy(t('quiz.busy')) : undefined), [unsent, t])

  const open = item.questions.flatMap((question, index) =>
    draft.answers[question.id] === undefined ? [index] : [],
  )
  const change = (next: QuizDraft) => {
    setDraft(next)
    keepDraft(safeLocal, draftKey, next)
  }
  const send = async () => {
    setPending(true)
    setError(null)
    try {
      const result = await authedCall(submitQuiz, {
        params: { itemId: item.id },
        body: {
          idempotency_key: draft.key,
          answers: item.questions.map((question) => ({
            question_id: question.id,
            choice_id: draft.answers[question.id] ?? null,
          })),
        },
      })
      safeLocal.remove(draftKey)
      setGraded(result)
      onProgress(result.progress)
      onGraded(item.id, result.best_percent)
    } catch (failure) {
      setError(errorText(failure, t('quiz.failed')))
    }
    setPending(false)
  }
  return {
    draft,
    graded,
    pending,
    warned,
    error,
    open,
    choose: (questionId: number, choiceId: number) => change(withAnswer(draft, questionId, choiceId)),
    submit: (anyway: boolean) => {
      if (open.length > 0 && !anyway) setWarned(true)
      else if (!pending) void send()
    },
    retry: () => {
      setGraded(null)
      setWarned(false)
      change(emptyDraft())
    },
  }
}
