import type { AnswerState } from './use-answer.ts'
import type { useSubmission } from './use-submission.ts'

export type BodyProps<P> = {
  problem: P
  answer: AnswerState
  submission: ReturnType<typeof useSubmission>
  /** Submitting is disabled then; reading and running still work. */
  hasNoAttemptsLeft: boolean
}
