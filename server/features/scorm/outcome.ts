/** What a package's values mean for its learner. Pure. The package reports; the rules of the manifest decide. */
import type { ScormContent } from '#contract/course-builder/draft.ts'
import type { ScormAttempt, ScormState } from '#contract/scorm/scorm.ts'

type Status = ScormAttempt['status']
export interface Outcome {
  status: Status
  percent: number | null
  /** Whether the item is completed: a required score has to be reached (rules: Learning). */
  completed: boolean
}
type Rules = Pick<ScormContent, 'version' | 'pass_score' | 'completion_threshold'>

const numberOf = (text: string | undefined): number | null => {
  const value = Number((text ?? '').trim() || Number.NaN)
  return Number.isFinite(value) ? value : null
}
const percentOfScaled = (scaled: number): number => Math.min(100, Math.max(0, Math.round(scaled * 100)))

/** Scales a raw score to 0..1 between the package's minimum and maximum (0 and 100 by default). */
const scaledScore = (raw: number | null, min: number | null, max: number | null): number | null => {
  if (raw === null) return null
  const [from, to] = [min ?? 0, max ?? 100]
  return to > from ? (raw - from) / (to - from) : raw / 100
}

const isCompleted = (status: Status, rules: Rules): boolean =>
  status === 'passed' || (status === 'completed' && rules.pass_score === null)

const outcome12 = (state: ScormState, rules: Rules): Outcome => {
  const raw = numberOf(state['cmi.core.score.raw'])
  const scaled = scaledScore(
    raw,
    numberOf(state['cmi.core.score.min']),
    numberOf(state['cmi.core.score.max']),
  )
  const reported = (state['cmi.core.lesson_status'] ?? '').trim().toLowerCase()
  const hasEnded = reported === 'passed' || reported === 'completed' || reported === 'failed'
  // SCORM 1.2: once there is a score, the manifest's mastery score overrides what the package reports.
  const status: Status = hasEnded
    ? rules.pass_score !== null && raw !== null
      ? raw >= rules.pass_score * 100
        ? 'passed'
        : 'failed'
      : reported
    : 'incomplete'
  return {
    status,
    percent: scaled === null ? null : percentOfScaled(scaled),
    completed: isCompleted(status, rules),
  }
}

const outcome2004 = (state: ScormState, rules: Rules): Outcome => {
  const scaled =
    numberOf(state['cmi.score.scaled']) ??
    scaledScore(
      numberOf(state['cmi.score.raw']),
      numberOf(state['cmi.score.min']),
      numberOf(state['cmi.score.max']),
    )
  const success =
    rules.pass_score !== null && scaled !== null
      ? scaled >= rules.pass_score
        ? 'passed'
        : 'failed'
      : state['cmi.success_status']
  const progress = numberOf(state['cmi.progress_measure'])
  const complete =
    rules.completion_threshold !== null && progress !== null
      ? progress >= rules.completion_threshold
      : state['cmi.completion_status'] === 'completed'
  const status: Status =
    success === 'passed' || success === 'failed' ? success : complete ? 'completed' : 'incomplete'
  return {
    status,
    percent: scaled === null ? null : percentOfScaled(scaled),
    completed: isCompleted(status, rules),
  }
}

export const outcomeOf = (state: ScormState, rules: Rules): Outcome =>
  rules.version === '1.2' ? outcome12(state, rules) : outcome2004(state, rules)

const RANK: Readonly<Record<Status, number>> = {
  not_attempted: 0,
  incomplete: 1,
  failed: 2,
  completed: 3,
  passed: 4,
}
/** Combines two outcomes: reviewing a lesson never lowers what was reached. */
export const bestOf = (
  one: Pick<Outcome, 'status' | 'percent'>,
  other: Pick<Outcome, 'status' | 'percent'>,
): Pick<Outcome, 'status' | 'percent'> => ({
  status: RANK[one.status] >= RANK[other.status] ? one.status : other.status,
  percent:
    one.percent === null
      ? other.percent
      : other.percent === null
        ? one.percent
        : Math.max(one.percent, other.percent),
})
