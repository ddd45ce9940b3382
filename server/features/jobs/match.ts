/** Compares what somebody has done with what a job requires. Pure; the facts come from the courses and the assessments. */
import type { JobEvidence, MatchCount, RequirementMatch } from '#contract/jobs/jobs.ts'
import type { RequirementKind } from '#contract/jobs/shapes.ts'
import { wholePercent } from '#contract/percent.ts'

/** What the caller has done in a published course. */
export interface CourseFact {
  readonly id: number
  readonly title: string
  /** Case-folded tags. */
  readonly tags: ReadonlySet<string>
  /** 0 to 100; null for somebody who is not enrolled. */
  readonly percent: number | null
  readonly isCompleted: boolean
  /** Problems solved in it. */
  readonly solved: number
}
export interface AssessmentFact {
  readonly id: number
  readonly title: string
  /** The best released result; null without one. */
  readonly percent: number | null
}
export interface LearnerFacts {
  readonly courses: ReadonlyMap<number, CourseFact>
  readonly assessments: ReadonlyMap<number, AssessmentFact>
}

export interface Requirement {
  readonly kind: RequirementKind
  readonly course_id: number | null
  readonly skill: string | null
  readonly needed: number
  readonly assessment_id: number | null
  readonly min_percent: number | null
}
type Verdict = Pick<RequirementMatch, 'state' | 'evidence' | 'gap'>

const UNCHECKED: Verdict = { state: 'unchecked', evidence: null, gap: null }

export const foldSkill = (skill: string): string => skill.normalize('NFKC').toLocaleLowerCase('en')

const linkTo = (course: CourseFact | undefined) => (course ? { id: course.id, title: course.title } : null)

const verdictOf = (
  share: 'all' | 'some' | 'none',
  evidence: JobEvidence,
  gap: CourseFact | undefined,
): Verdict => {
  if (share === 'all') return { state: 'met', evidence, gap: null }
  return { state: share === 'some' ? 'partial' : 'missing', evidence, gap: linkTo(gap) }
}

const compareCourse = ({ course_id: id }: Requirement, { courses }: LearnerFacts): Verdict => {
  const course = id === null ? undefined : courses.get(id)
  if (!course) return UNCHECKED
  const evidence: JobEvidence = {
    kind: 'course',
    course: { id: course.id, title: course.title },
    percent: course.isCompleted ? 100 : Math.min(99, course.percent ?? 0),
  }
  const share = course.isCompleted ? 'all' : (course.percent ?? 0) > 0 ? 'some' : 'none'
  return verdictOf(share, evidence, course)
}

/** The course somebody has started, else the first of the catalogue. */
const courseFor = (taught: readonly CourseFact[]): CourseFact | undefined =>
  taught.find(({ percent, isCompleted }) => percent !== null && !isCompleted) ??
  taught.find(({ isCompleted }) => !isCompleted)

const compareSkill = (requirement: Requirement, { courses }: LearnerFacts): Verdict => {
  const { skill, needed, course_id: id } = requirement
  if (skill === null) return UNCHECKED
  const key = foldSkill(skill)
  const named = id === null ? undefined : courses.get(id)
  const taught = [...courses.values()].filter(({ tags, id: taughtId }) => tags.has(key) || taughtId === id)
  if (taught.length === 0) return UNCHECKED
  const finished = taught.find(({ isCompleted }) => isCompleted)
  if (finished) {
    const course = { id: finished.id, title: finished.title }
    return verdictOf('all', { kind: 'course', course, percent: 100 }, undefined)
  }
  const solved = taught.reduce((sum, course) => sum + course.solved, 0)
  const isStarted = solved > 0 || taught.some(({ percent }) => (percent ?? 0) > 0)
  return verdictOf(
    solved >= needed ? 'all' : isStarted ? 'some' : 'none',
    { kind: 'problems', skill, solved, needed },
    named ?? courseFor(taught),
  )
}

const compareAssessment = (requirement: Requirement, { assessments, courses }: LearnerFacts): Verdict => {
  const { assessment_id: id, course_id: courseId } = requirement
  const assessment = id === null ? undefined : assessments.get(id)
  if (!assessment) return UNCHECKED
  const needed = requirement.min_percent ?? 1
  const { percent } = assessment
  const share = percent === null ? 'none' : percent >= needed ? 'all' : 'some'
  const evidence: JobEvidence = {
    kind: 'assessment',
    assessment: { id: assessment.id, title: assessment.title },
    percent: percent === null ? null : wholePercent(percent, [needed]),
    needed,
  }
  return verdictOf(share, evidence, courseId === null ? undefined : courses.get(courseId))
}

/** Requirements of kind `other`, and those whose course or assessment is gone, cannot be checked. */
export const compare = (requirement: Requirement, facts: LearnerFacts): Verdict => {
  if (requirement.kind === 'course') return compareCourse(requirement, facts)
  if (requirement.kind === 'skill') return compareSkill(requirement, facts)
  if (requirement.kind === 'assessment') return compareAssessment(requirement, facts)
  return UNCHECKED
}

export const isMatched = ({ met, of }: MatchCount): boolean => of > 0 && met === of
