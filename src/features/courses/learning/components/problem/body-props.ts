import type { AnswerState } from './use-answer.ts'
import type { useHandIn } from './use-hand-in.ts'

export type BodyProps<P> = {
  problem: P
  answer: AnswerState
  hand: ReturnType<typeof useHandIn>
  /** No attempts are left: reading and running stay. */
  spent: boolean
}
