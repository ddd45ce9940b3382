import { useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { PracticeQuestion, PracticeResult } from '#contract/courses/practice.ts'
import type { GivenAnswer } from '#contract/courses/quiz.ts'
import { isUnanswered } from '../../model/quiz-draft.ts'
import { useAnswerPractice } from '../../api/practice.queries.ts'

export interface RoundSummary {
  right: number
  answered: number
}

/** One question after the other. The questions of a round stay the same while it lasts. */
export const usePracticeRound = (
  due: readonly PracticeQuestion[],
  onDone: (summary: RoundSummary) => void,
) => {
  const [questions] = useState(due)
  const [index, setIndex] = useState(0)
  const [summary, setSummary] = useState<RoundSummary>({ right: 0, answered: 0 })
  const [given, setGiven] = useState<{ key: string; answer: GivenAnswer } | null>(null)
  const [result, setResult] = useState<PracticeResult | null>(null)
  const send = useAnswerPractice()
  const check = async () => {
    if (!given) return
    try {
      const graded = await send.mutateAsync(given)
      setResult(graded)
      setSummary({
        right: summary.right + (graded.marked.verdict === 'right' ? 1 : 0),
        answered: summary.answered + 1,
      })
    } catch {
      // The error shows below the question, and the answer stays.
    }
  }
  const next = () => {
    send.reset()
    setGiven(null)
    setResult(null)
    if (index + 1 < questions.length) setIndex(index + 1)
    else onDone(summary)
  }
  return {
    current: questions[index],
    index,
    total: questions.length,
    answer: given?.answer,
    canCheck: given !== null && !isUnanswered(given.answer),
    isSending: send.isPending,
    error: send.error,
    result,
    // A changed answer is another answer, with its own key.
    give: (answer: GivenAnswer) => setGiven({ key: uuid(), answer }),
    check,
    next,
  }
}
