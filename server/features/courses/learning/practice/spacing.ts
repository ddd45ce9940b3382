/** When a practised question comes back. Pure. */
import { PRACTICE_DAYS } from '#contract/courses/practice.ts'
import { shiftDay } from '#server/core/days.ts'

export interface Spacing {
  /** Right answers in a row. */
  streak: number
  /** The learner's day on which it comes back; null once learned. */
  dueOn: string | null
}

/** A wrong answer, in a quiz or in practice, brings the question back tomorrow and starts over. */
export const afterMistake = (today: string): Spacing => ({
  streak: 0,
  dueOn: shiftDay(today, PRACTICE_DAYS[0]),
})

export const afterAnswer = (streak: number, isRight: boolean, today: string): Spacing => {
  if (!isRight) return afterMistake(today)
  const days = PRACTICE_DAYS[streak]
  return { streak: streak + 1, dueOn: days === undefined ? null : shiftDay(today, days) }
}
