import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { v4 as uuid } from 'uuid'
import type { QuizItem } from '#contract/courses/topic-page.ts'
import type { QuizResult } from '#contract/courses/progress.ts'
import type { GivenAnswer } from '#contract/courses/quiz.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { usePlayerContext } from '../../context/player-context.ts'
import type { Pending } from '../../model/pending.ts'
import type { ProgressQueue } from '../../model/progress-queue.ts'
import { useDelayedFlush } from '../use-delayed-flush.ts'
import { mergeAnswers, unansweredIndexes, type Answers } from '../../model/quiz-draft.ts'

/** Draft answers are sent this long after the last change. */
export const DRAFT_SEND_MS = 1_500

const pendingSubmission = (queue: ProgressQueue, itemId: number) =>
  queue
    .pending()
    .find(
      (entry): entry is Extract<Pending, { kind: 'quiz' }> =>
        entry.kind === 'quiz' && entry.itemId === itemId,
    )

/** Answers on this device that the server's response may not contain yet. */
const unsentAnswersOf = (queue: ProgressQueue, item: QuizItem): readonly GivenAnswer[] => {
  const draft = queue.latest('draft', item.id)
  return [
    ...(draft?.attempt === item.attempts ? draft.answers : []),
    ...(pendingSubmission(queue, item.id)?.answers ?? []),
  ]
}

/** `sending`: awaiting the response; `waiting`: queued on this device until the connection is back. */
export type SubmitState = 'none' | 'sending' | 'waiting'

export const useQuiz = (item: QuizItem, onGraded: (itemId: number, result: QuizResult) => void) => {
  const { t } = useTranslation('courses/learning')
  const player = usePlayerContext()
  const [given, setGiven] = useState<Answers>({})
  const [result, setResult] = useState<{ graded: QuizResult; answers: Answers } | null>(null)
  const [warned, setWarned] = useState(false)
  const { unsentAnswers, submitState, error, submit } = useSubmission(item, (graded, sent) => {
    setResult({ graded, answers: mergeAnswers(item.questions, sent) })
    setGiven({})
    onGraded(item.id, graded)
  })
  // Another device may have saved answers; those given here are the latest.
  const answers = mergeAnswers(item.questions, item.draft.answers, unsentAnswers, Object.values(given))
  const open = unansweredIndexes(item.questions, answers)

  const flushLater = useDelayedFlush(DRAFT_SEND_MS)
  const hasDraft =
    !player.isReadOnly && result === null && submitState === 'none' && Object.keys(answers).length > 0
  useEffect(() => (hasDraft ? registerBusy(t('quiz.busy')) : undefined), [hasDraft, t])

  return {
    answers,
    result,
    submitState,
    warned,
    error,
    open,
    answer: (answer: GivenAnswer) => {
      setGiven((current) => ({ ...current, [answer.question_id]: answer }))
      void player.queue().add({ kind: 'draft', itemId: item.id, attempt: item.attempts, answers: [answer] })
      void player.queue().add({ kind: 'place', itemId: item.id, questionId: answer.question_id })
      flushLater()
    },
    submit: (ignoreUnanswered: boolean) => {
      if (open.length > 0 && !ignoreUnanswered) setWarned(true)
      else if (submitState === 'none')
        void submit(item.questions.flatMap((question) => answers[question.id] ?? []))
    },
    sendNow: () => void player.queue().flush(),
    retry: () => {
      setResult(null)
      setWarned(false)
    },
  }
}

/** The submission in the queue of this device: on its way, accepted or refused. */
const useSubmission = (
  item: QuizItem,
  onAccepted: (graded: QuizResult, sent: readonly GivenAnswer[]) => void,
) => {
  const { t } = useTranslation('courses/learning')
  const player = usePlayerContext()
  const [unsentAnswers, setUnsentAnswers] = useState(() => unsentAnswersOf(player.queue(), item))
  const [submitState, setSubmitState] = useState<SubmitState>(() =>
    pendingSubmission(player.queue(), item.id) ? 'waiting' : 'none',
  )
  const [error, setError] = useState<string | null>(null)

  const accepted = useEffectEvent((entry: Pending, graded: QuizResult | undefined) => {
    if (entry.kind !== 'quiz' || entry.itemId !== item.id || !graded) return
    setSubmitState('none')
    setUnsentAnswers([])
    onAccepted(graded, entry.answers)
  })
  const refused = useEffectEvent((entry: Pending, failure: unknown) => {
    if (entry.kind !== 'quiz' || entry.itemId !== item.id) return
    setSubmitState('none')
    setError(errorText(failure, t('quiz.failed')))
  })
  const changed = useEffectEvent(() => {
    const next = player.queue().state() === 'waiting' ? 'waiting' : 'sending'
    // An accepted submission may not be rendered yet.
    setSubmitState((current) => (current === 'none' ? current : next))
  })
  const restore = useEffectEvent(() => {
    setUnsentAnswers(unsentAnswersOf(player.queue(), item))
    if (pendingSubmission(player.queue(), item.id)) setSubmitState('waiting')
  })
  useEffect(() => {
    const queue = player.queue()
    // Stored entries load a moment after the page.
    void queue.ready().then(() => restore())
    return queue.subscribe({
      accepted: (sent, entry) => accepted(entry, sent.graded),
      refused: (entry, failure) => refused(entry, failure),
      changed: () => changed(),
    })
  }, [player, item.id])

  const submit = async (answers: GivenAnswer[]) => {
    setError(null)
    setSubmitState('sending')
    const queue = player.queue()
    await queue.add({ kind: 'quiz', itemId: item.id, key: uuid(), answers })
    await queue.flush()
    // A flush that was already running did not include it.
    if (pendingSubmission(player.queue(), item.id) && queue.state() !== 'waiting') await queue.flush()
  }
  return { unsentAnswers, submitState, error, submit }
}
