/** What the values of a package mean for its learner. Pure; the package says, the manifest's rules decide. */
import type { ScormContent } from '#contract/course-builder/draft.ts'
import type { ScormAttempt, ScormState } from '#contract/scorm/scorm.ts'

type Status = ScormAttempt['status']
export interface Outcome {
  status: Status
  percent: number | null
  /** Whether the item is done (RULES "Learning": a score that is asked for has to be reached). */
  completed: boolean
}
type Rules = Pick<ScormContent, 'version' | 'pass_score' | 'completion_threshold'>

const numberOf = (text: string | undefined): number | null => {
  const value = Number((text ?? '').trim() || Number.NaN)
  return Number.isFinite(value) ? value : null
}
const percentOf = (part: number): number => Math.min(100, Math.max(0, Math.round(part * 100)))

/** As a part of 1, between the least and the most that the package names (0 and 100 unless it does). */
const partOfRaw = (raw: number | null, min: number | null, max: number | null): number | null => {
  if (raw === null) return null
  const [from, to] = [min ?? 0, max ?? 100]
  return to > from ? (raw - from) / (to - from) : raw / 100
}

const doneBy = (status: Status, rules: Rules): boolean =>
  status === 'passed' || (status === 'completed' && rules.pass_score === null)

const outcome12 = (state: ScormState, rules: Rules): Outcome => {
  const raw = numberOf(state['cmi.core.score.raw'])
  const part = partOfRaw(raw, numberOf(state['cmi.core.score.min']), numberOf(state['cmi.core.score.max']))
  const said = (state['cmi.core.lesson_status'] ?? '').trim().toLowerCase()
  const ended = said === 'passed' || said === 'completed' || said === 'failed'
  // SCORM 1.2: a mastery score of the manifest decides over what the package says, once there is a score.
  const status: Status = ended
    ? rules.pass_score !== null && raw !== null
      ? raw >= rules.pass_score * 100
        ? 'passed'
        : 'failed'
      : said
    : 'incomplete'
  return { status, percent: part === null ? null : percentOf(part), completed: doneBy(status, rules) }
}

const outcome2004 = (state: ScormState, rules: Rules): Outcome => {
  const scaled =
    numberOf(state['cmi.score.scaled']) ??
    partOfRaw(
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
    percent: scaled === null ? null : percentOf(scaled),
    completed: success === 'passed' || (complete && rules.pass_score === null),
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
/** Looking back into a lesson takes nothing away that was reached in it. */
export const better = (
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
