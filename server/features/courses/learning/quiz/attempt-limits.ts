/** Attempts left in a quiz, and cooldown. Pure. */
import type { QuizSettings } from '#contract/courses/quiz.ts'

type Rules = Pick<QuizSettings, 'attempts_limit' | 'cooldown_minutes'>

/** Null for unlimited attempts; 0 when the limit was lowered below the attempts made. */
export const attemptsLeft = ({ attempts_limit }: Rules, attempts: number): number | null =>
  attempts_limit === null ? null : Math.max(0, attempts_limit - attempts)

/** When the cooldown after the last attempt ends; null when it is over or no attempts are left. */
export const nextAttemptAt = (
  rules: Rules,
  facts: { lastAt: Date; attempts: number; now: Date },
): string | null => {
  const next = facts.lastAt.getTime() + rules.cooldown_minutes * 60_000
  if (next <= facts.now.getTime() || attemptsLeft(rules, facts.attempts) === 0) return null
  return new Date(next).toISOString()
}
