/** Where one stands with the attempts of a quiz. Pure. */
import type { QuizSettings } from '#contract/courses/quiz.ts'

type Rules = Pick<QuizSettings, 'attempts_limit' | 'cooldown_minutes'>

/** Null: without limit. A limit lowered afterwards leaves nothing, not less. */
export const attemptsLeft = ({ attempts_limit }: Rules, attempts: number): number | null =>
  attempts_limit === null ? null : Math.max(0, attempts_limit - attempts)

/** When the pause after the last attempt ends; null when it is over or no attempt will follow. */
export const nextAttemptAt = (
  rules: Rules,
  facts: { lastAt: Date; attempts: number; now: Date },
): string | null => {
  const next = facts.lastAt.getTime() + rules.cooldown_minutes * 60_000
  if (next <= facts.now.getTime() || attemptsLeft(rules, facts.attempts) === 0) return null
  return new Date(next).toISOString()
}
