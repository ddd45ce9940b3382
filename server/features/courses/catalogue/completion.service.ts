/** What a learner did in one course. */
import { sql } from 'kysely'
import type { Completion } from '#contract/courses/completion.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { courseTexts } from '../courses.mapper.ts'
import { lockedContent, maySee } from '../courses.policy.ts'
import { itemStatusesOf, learnerOf } from '../learning.ts'
import { activeEnrolment, type Learner } from '../learning/progress.repository.ts'
import { courseStatusOf, topicsOf, type ItemStatuses, type Outline } from '../progress.ts'
import { progressStatesFor } from './enrolled-courses.ts'
import { recommended } from './recommend.ts'

interface LearnedFacts {
  days: number
  quizPercent: number | null
}

const learnedFacts = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  courseId: number,
): Promise<LearnedFacts> => {
  const { rows } = await sql<LearnedFacts>`
    select count(distinct (p.completed_at at time zone u.time_zone)::date)::integer as days,
      round(avg(p.best_percent) filter (where i.type = 'quiz'))::integer as "quizPercent"
    from item_progress p
    join course_item i on i.client_id = p.client_id and i.id = p.item_id and i.topic_id is not null
    join app_user u on u.client_id = p.client_id and u.id = p.user_id
    where p.client_id = ${clientId} and p.user_id = ${userId} and p.course_id = ${courseId}`.execute(db)
  return rows[0] ?? { days: 0, quizPercent: null }
}

/** When the last activity was completed; null while one is open. */
const completedAt = (outline: Outline, statuses: ItemStatuses): Date | null => {
  const times = topicsOf(outline).flatMap((topic) =>
    topic.items.map(({ id }) => statuses.get(id)?.completedAt ?? null),
  )
  if (times.length === 0 || times.includes(null)) return null
  return new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)))
}

/** The best recommendation that somebody can begin now. */
const nextCourse = async ({ caches }: CoursesContext, scope: MemberScope): Promise<Completion['next']> => {
  const entries = await caches.catalogueFor(scope)
  const states = await progressStatesFor(scope, learnerOf(scope), entries)
  const isOpen = ({ course }: { course: { seats_left: number | null; opens_at: string | null } }) =>
    course.seats_left !== 0 && course.opens_at === null
  return recommended(entries, { states, interests: [] }, entries.length).find(isOpen) ?? null
}

export const courseCompletion = async (
  context: CoursesContext,
  scope: MemberScope,
  courseId: number,
): Promise<Completion> => {
  const course = await context.caches.structureFor(scope, courseId)
  if (!course || !maySee(scope.actor.role, course.row.status)) throw notFound()
  const learner = learnerOf(scope)
  const { outline, row, title, fallback, language } = course
  const own = await scope.tx(async (db) => {
    const enrolment = await activeEnrolment(db, learner, courseId)
    if (!enrolment) throw lockedContent(row.price)
    return {
      enrolment,
      statuses: await itemStatusesOf(db, learner, courseId),
      facts: await learnedFacts(db, learner, courseId),
    }
  })
  const progress = courseStatusOf(outline, own.enrolment, own.statuses)
  const items = topicsOf(outline).flatMap((topic) => topic.items)
  return {
    course_id: courseId,
    title,
    ...(fallback && { language: fallback }),
    objectives: courseTexts(row, language).objectives,
    state: progress.state,
    percent: progress.percent,
    enrolled_at: progress.enrolled_at,
    completed_at: completedAt(outline, own.statuses)?.toISOString() ?? null,
    lessons: topicsOf(outline).length,
    activities: items.length,
    minutes: items.reduce((sum, { minutes }) => sum + minutes, 0),
    days: own.facts.days,
    quiz_percent: own.facts.quizPercent,
    next: await nextCourse(context, scope),
  }
}
