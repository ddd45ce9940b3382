/** What a certificate asks for and what of it is there. Pure; the facts come from facts.repository.ts (CE2, CE3). */
import type { Criterion } from '#contract/certificates/shapes.ts'

/** One person and one course or assessment. */
export interface CertificateFacts {
  readonly needs_completion: boolean
  readonly is_completed: boolean
  /** Of a course's activities, 0 to 100; null for an assessment. */
  readonly progress: number | null
  readonly min_score: number | null
  readonly score: number | null
  readonly score_assessment_id: number | null
  readonly score_title: string | null
  readonly min_minutes: number | null
  readonly minutes: number | null
  readonly min_attendance: number | null
  readonly attendance: number | null
  readonly needs_payment: boolean
  readonly is_paid: boolean
}

const atLeast = (value: number | null, target: number): boolean => value !== null && value >= target

export const criteriaOf = (facts: CertificateFacts): Criterion[] => {
  const { min_score, min_minutes, min_attendance, score_assessment_id: assessmentId } = facts
  const plain = { assessment: null }
  return [
    ...(facts.needs_completion
      ? [
          {
            kind: 'completion' as const,
            met: facts.is_completed,
            value: facts.is_completed ? 100 : facts.progress,
            target: 100,
            ...plain,
          },
        ]
      : []),
    ...(min_score === null
      ? []
      : [
          {
            kind: 'score' as const,
            met: atLeast(facts.score, min_score),
            value: facts.score,
            target: min_score,
            assessment: assessmentId === null ? null : { id: assessmentId, title: facts.score_title ?? '' },
          },
        ]),
    ...(min_minutes === null
      ? []
      : [
          {
            kind: 'time' as const,
            met: atLeast(facts.minutes, min_minutes),
            value: facts.minutes,
            target: min_minutes,
            ...plain,
          },
        ]),
    ...(min_attendance === null
      ? []
      : [
          {
            kind: 'attendance' as const,
            met: atLeast(facts.attendance, min_attendance),
            value: facts.attendance,
            target: min_attendance,
            ...plain,
          },
        ]),
    ...(facts.needs_payment
      ? [{ kind: 'payment' as const, met: facts.is_paid, value: null, target: null, ...plain }]
      : []),
  ]
}

export const isFulfilled = (criteria: readonly Criterion[]): boolean =>
  criteria.length > 0 && criteria.every(({ met }) => met)

/** The same day so many months later, or the last one of a shorter month. */
export const monthsAfter = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}
