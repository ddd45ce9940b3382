/** From a result to a placement: stages of real courses with the learner's progress (rules: Assessments). */
import type { RoadmapSettings } from '#contract/assessments/admin/authoring.ts'
import type { Roadmap, stageStates } from '#contract/assessments/results.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { isReleased, titleOf, toTopic } from '../attempts/attempt.mapper.ts'
import { assessmentById, topicsById, type AttemptRow } from '../attempts/attempts.repository.ts'
import type { AssessmentContext, RoadmapCourse } from '../context.ts'
import { attemptsOfLearner } from '../list.repository.ts'
import { learnerOf } from '../list.service.ts'
import { resultsOf } from './results.repository.ts'

type Stage = Roadmap['stages'][number]
type StageCourse = Stage['courses'][number]

const stateOf = (courses: readonly StageCourse[]): (typeof stageStates)[number] => {
  if (courses.length > 0 && courses.every((course) => course.completed)) return 'done'
  return courses.some((course) => course.enrolled) ? 'in_progress' : 'open'
}

/** The best finished attempt: a weaker retry takes nothing back. */
export const bestOf = (attempts: readonly AttemptRow[]): AttemptRow | undefined =>
  attempts
    .filter((row) => row.state === 'submitted')
    .toSorted((a, b) => (b.percent ?? 0) - (a.percent ?? 0) || b.number - a.number)[0]

interface WeakTopic {
  topicId: number
  percent: number
}

/** Topics below the assessment's threshold, weakest first. */
export const weakTopics = (
  topics: readonly { topic_id: number; right: number; questions: number }[],
  threshold: number,
): WeakTopic[] =>
  topics
    .map(({ topic_id, right, questions }) => ({ topicId: topic_id, percent: (100 * right) / questions }))
    .filter(({ percent }) => percent < threshold)
    .toSorted((a, b) => a.percent - b.percent || a.topicId - b.topicId)

const coursesFor = (coursesById: ReadonlyMap<number, RoadmapCourse>) => {
  const toCourse = (id: number, reason: StageCourse['reason']): StageCourse[] => {
    const course = coursesById.get(id)
    if (!course) return []
    return [
      {
        course_id: course.id,
        title: course.title,
        cover: course.cover,
        reason,
        enrolled: course.enrolled,
        completed: course.completed,
        progress_percent: course.progressPercent,
      },
    ]
  }
  return toCourse
}

const foundationCourses = async (
  db: TenantDb,
  clientId: number,
  settings: RoadmapSettings,
  weak: readonly WeakTopic[],
  toCourse: ReturnType<typeof coursesFor>,
): Promise<StageCourse[]> => {
  const rows = await topicsById(
    db,
    clientId,
    weak.map((each) => each.topicId),
  )
  const topics = new Map(rows.map((row) => [row.id, toTopic(row)]))
  const seen = new Set<number>()
  return weak.flatMap(({ topicId, percent }) => {
    const topic = topics.get(topicId)
    const ids = settings.foundation.find((each) => each.topic_id === topicId)?.course_ids ?? []
    return ids.flatMap((id) => {
      // Two weak topics may suggest one course: the weaker topic is its reason.
      if (!topic || seen.has(id)) return []
      seen.add(id)
      return toCourse(id, { topic, percent: Math.round(percent * 100) / 100 })
    })
  })
}

export const roadmapOf = (
  context: AssessmentContext,
  scope: MemberScope,
  assessmentId: number,
): Promise<Roadmap> =>
  scope.tx(async (db) => {
    const learner = learnerOf(scope)
    const assessment = await assessmentById(db, learner.clientId, assessmentId)
    const best = bestOf(await attemptsOfLearner(db, learner, assessmentId))
    if (!assessment || !best || !isReleased(assessment, scope.clock.now())) throw notFound()
    const [result] = await resultsOf(db, learner.clientId, best.id)
    if (!result) throw notFound()
    const settings = assessment.roadmap as RoadmapSettings
    const weak = weakTopics(result.topics, settings.weak_below_percent)
    const ids = [
      ...settings.foundation.flatMap((each) => each.course_ids),
      ...settings.core,
      ...settings.projects,
      ...settings.interview,
      ...settings.placement,
    ]
    const learnerCourses = await context.courses(db, learner, [...new Set(ids)])
    const toCourse = coursesFor(new Map(learnerCourses.map((course) => [course.id, course])))
    const coursesOf = (courseIds: readonly number[]) => courseIds.flatMap((id) => toCourse(id, null))
    const soldOutIds = new Set(learnerCourses.filter(({ soldOut }) => soldOut).map(({ id }) => id))
    const stage = (kind: Stage['kind'], courses: StageCourse[], pages: string[] = []): Stage => ({
      kind,
      state: stateOf(courses),
      courses: courses.filter(({ course_id }) => !soldOutIds.has(course_id)),
      pages,
    })
    const basics = await foundationCourses(db, learner.clientId, settings, weak, toCourse)
    return {
      assessment: { id: assessment.id, title: titleOf(assessment), main_language: assessment.language },
      attempt_id: best.id,
      percent: result.percent,
      scholarship_percent: result.scholarship_percent,
      bands: best.bands,
      pass_percent: best.pass_percent,
      programmes: await context.programmes(db, learner.clientId, assessmentId),
      stages: [
        // Without weak topics the learner has completed this stage.
        basics.length === 0
          ? { kind: 'foundation', state: 'done', courses: [], pages: [] }
          : stage('foundation', basics),
        stage('core', coursesOf(settings.core)),
        stage('projects', coursesOf(settings.projects)),
        stage('interview', coursesOf(settings.interview)),
        stage('placement', coursesOf(settings.placement), [...settings.placement_pages]),
      ],
    }
  })
