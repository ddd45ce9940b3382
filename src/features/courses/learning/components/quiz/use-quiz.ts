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
import { useSoonSent } from '../use-soon-sent.ts'
import { answersOf, openPlaces, type Answers } from '../../model/quiz-draft.ts'

/** Answers are on their way this long after the last change. */
export const DRAFT_SEND_MS = 1_500

const handInOf = (queue: ProgressQueue, itemId: number) =>
  queue
    .pending()
    .find(
      (entry): entry is Extract<Pending, { kind: 'quiz' }> =>
        entry.kind === 'quiz' && entry.itemId === itemId,
    )

/** Answers of this device that an answer of the server may not have yet. */
const waitingAnswers = (queue: ProgressQueue, item: QuizItem): readonly GivenAnswer[] => {
  const draft = queue.latest('draft', item.id)
  return [
    ...(draft?.attempt === item.attempts ? draft.answers : []),
    ...(handInOf(queue, item.id)?.answers ?? []),
  ]
}

/** `sending`: the answer is awaited; `waiting`: it lies on this device until the connection is back. */
export type HandIn = 'none' | 'sending' | 'waiting'

export const useQuiz = (item: QuizItem, onGraded: (itemId: number, result: QuizResult) => void) => {
  const { t } = useTranslation('courses/learning')
  const desk = usePlayerContext()
  const [waiting, setWaiting] = useState(() => waitingAnswers(desk.queue(), item))
  const [given, setGiven] = useState<Answers>({})
  const [result, setResult] = useState<{ graded: QuizResult; answers: Answers } | null>(null)
  const [handIn, setHandIn] = useState<HandIn>(() => (handInOf(desk.queue(), item.id) ? 'waiting' : 'none'))
  const [warned, setWarned] = useState(false)
  const [error, setError] = useState<string | null>(null)
  // Another device may have gone on; what was answered here is the latest.
  const answers = answersOf(item.questions, item.draft.answers, waiting, Object.values(given))
  const open = openPlaces(item.questions, answers)

  const accepted = useEffectEvent((entry: Pending, graded: QuizResult | undefined) => {
    if (entry.kind !== 'quiz' || entry.itemId !== item.id || !graded) return
    setHandIn('none')
    setResult({ graded, answers: answersOf(item.questions, entry.answers) })
    setGiven({})
    setWaiting([])
    onGraded(item.id, graded)
  })
  const refused = useEffectEvent((entry: Pending, failure: unknown) => {
    if (entry.kind !== 'quiz' || entry.itemId !== item.id) return
    setHandIn('none')
    setError(errorText(failure, t('quiz.failed')))
  })
  const changed = useEffectEvent(() => {
    const next = desk.queue().state() === 'waiting' ? 'waiting' : 'sending'
    // What was accepted a moment ago may not be rendered yet.
    setHandIn((now) => (now === 'none' ? now : next))
  })
  const restore = useEffectEvent(() => {
    setWaiting(waitingAnswers(desk.queue(), item))
    if (handInOf(desk.queue(), item.id)) setHandIn('waiting')
  })
  useEffect(() => {
    const queue = desk.queue()
    // What lay on disk arrives a moment after the page.
    void queue.ready().then(() => restore())
    return queue.subscribe({
      accepted: (sent, entry) => accepted(entry, sent.graded),
      refused: (entry, failure) => refused(entry, failure),
      changed: () => changed(),
    })
  }, [desk, item.id])

  const sendSoon = useSoonSent(DRAFT_SEND_MS)
  const unsent = !desk.looking && result === null && handIn === 'none' && Object.keys(answers).length > 0
  useEffect(() => (unsent ? registerBusy(t('quiz.busy')) : undefined), [unsent, t])

  const submit = async () => {
    setError(null)
    setHandIn('sending')
    const queue = desk.queue()
    const all = item.questions.flatMap((question) => answers[question.id] ?? [])
    await queue.add({ kind: 'quiz', itemId: item.id, key: uuid(), answers: all })
    await queue.flush()
    // A flush that was already under way did not take it along.
    if (handInOf(desk.queue(), item.id) && queue.state() !== 'waiting') await queue.flush()
  }
  return {
    answers,
    result,
    handIn,
    warned,
    error,
    open,
    answer: (answer: GivenAnswer) => {
      setGiven((now) => ({ ...now, [answer.question_id]: answer }))
      void desk.queue().add({ kind: 'draft', itemId: item.id, attempt: item.attempts, answers: [answer] })
      void desk.queue().add({ kind: 'place', itemId: item.id, questionId: answer.question_id })
      sendSoon()
    },
    submit: (anyway: boolean) => {
      if (open.length > 0 && !anyway) setWarned(true)
      else if (handIn === 'none') void submit()
    },
    sendNow: () => void desk.queue().flush(),
    retry: () => {
      setResult(null)
      setWarned(false)
    },
  }
}
