/** Finished attempts at all assessments in one list. */
import type { AssessmentCard } from '#contract/assessments/assessments.ts'
import type { ScoredAttempt } from '#contract/assessments/shapes.ts'

export interface OwnResult {
  attempt: ScoredAttempt
  assessment: Pick<AssessmentCard, 'id' | 'title' | 'main_language'>
  /** The assessment has been taken more than once. */
  isOneOfSeveral: boolean
}

const timeOf = ({ attempt }: OwnResult) => Date.parse(attempt.finished_at ?? attempt.deadline_at)

/** Newest first. */
export const resultsOf = (cards: readonly AssessmentCard[]): OwnResult[] =>
  cards
    .flatMap((assessment) =>
      assessment.attempts
        .filter(({ state }) => state === 'submitted')
        .map((attempt) => ({ attempt, assessment, isOneOfSeveral: assessment.attempts.length > 1 })),
    )
    .toSorted((a, b) => timeOf(b) - timeOf(a))
