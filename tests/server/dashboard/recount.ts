/** The numbers of the dashboard counted again by plain loops over all rows of the source tables. */
import { percentDone } from '#contract/percent.ts'
import { GOAL_PERCENT, WARN_AFTER_SESSIONS } from '#contract/attendance/rules.ts'
import { dayIn } from '#server/core/days.ts'
import type { DashboardWorld } from './world.ts'

export interface Period {
  from: string
  to: string
}

export const readSources = async ({ db }: DashboardWorld) => {
  const all = <T extends Record<string, unknown>>(table: string) =>
    db.asSuperuser<T>(`select * from ${table} where client_id = 7`)
  return {
    people: await all<{
      id: number
      role: string
      disabled_at: Date | null
      created_at: Date
      time_zone: string
    }>('app_user'),
    courses: await all<{ id: number; status: string }>('course'),
    teachers: await all<{ course_id: number; user_id: number }>('course_instructor'),
    enrolments: await all<{
      user_id: number
      course_id: number
      enrolled_at: Date
      left_at: Date | null
      completed_at: Date | null
    }>('enrolment'),
    activity: await db.asSuperuser<{ user_id: number; day: string; seconds: number }>(
      'select user_id, day::text as day, seconds from daily_activity where client_id = 7',
    ),
    attempts: await all<{
      assessment_id: number
      user_id: number
      finished_at: Date
      percent: string
      passed: boolean | null
    }>('assessment_attempt'),
    assessments: await all<{ id: number; owner_id: number | null }>('assessment'),
    sessions: await all<{ id: number; course_id: number | null; starts_at: Date; cancelled_at: Date | null }>(
      'live_session',
    ),
    marks: await all<{ session_id: number; user_id: number; status: string | null }>('attendance_mark'),
    entries: await all<{ transaction_id: number; account: string; amount_minor: string }>('ledger_entry'),
    moments: await all<{ id: number; at: Date }>('ledger_transaction'),
    items: await all<{ id: number; course_id: number; topic_id: number | null; type: string }>('course_item'),
    topics: await all<{ id: number; course_id: number; section_id: number; position: number }>(
      'course_topic',
    ),
    sections: await all<{ id: number; position: number; opens_at: Date | null }>('course_section'),
    progress: await all<{
      user_id: number
      course_id: number
      item_id: number
      first_at: Date
      last_at: Date
      completed_at: Date | null
      attempts: number
    }>('item_progress'),
  }
}
export type Sources = Awaited<ReturnType<typeof readSources>>

const inZone = (at: Date) => dayIn('Asia/Kolkata', at)

/** What a viewer sees: an instructor's id, or null for everything. */
export const sightOf = (sources: Sources, teacher: number | null) => {
  const taught = new Set(
    sources.teachers.filter(({ user_id: id }) => id === teacher).map(({ course_id: id }) => id),
  )
  const seesCourse = (id: number | null) => teacher === null || (id !== null && taught.has(id))
  const all = sources.people.filter(({ role, disabled_at: at }) => role === 'student' && at === null)
  const current = sources.enrolments.filter(({ left_at: at }) => at === null)
  const learners = all.filter(
    ({ id }) => teacher === null || current.some((each) => each.user_id === id && seesCourse(each.course_id)),
  )
  return {
    all: new Set(all.map(({ id }) => id)),
    learners: new Map(learners.map((each) => [each.id, each])),
    current,
    seesCourse,
  }
}

export const recount = (sources: Sources, teacher: number | null, { from, to }: Period) => {
  const { all, learners, current, seesCourse } = sightOf(sources, teacher)
  const isIn = (day: string) => day >= from && day <= to
  const days = sources.activity.filter(
    (each) => learners.has(each.user_id) && each.seconds > 0 && isIn(each.day),
  )
  const seen = current.filter((each) => all.has(each.user_id) && seesCourse(each.course_id))
  const attempts = sources.attempts.filter(
    (each) =>
      all.has(each.user_id) &&
      isIn(inZone(each.finished_at)) &&
      (teacher === null ||
        sources.assessments.find(({ id }) => id === each.assessment_id)?.owner_id === teacher),
  )
  const sessions = new Map(
    sources.sessions
      .filter(
        (each) => each.cancelled_at === null && isIn(inZone(each.starts_at)) && seesCourse(each.course_id),
      )
      .map((each) => [each.id, each]),
  )
  const marks = sources.marks.filter((each) => sessions.has(each.session_id) && all.has(each.user_id))
  const percents = attempts.map(({ percent }) => Number(percent))
  return {
    active: new Set(days.map(({ user_id: id }) => id)).size,
    study_seconds: days.reduce((sum, { seconds }) => sum + seconds, 0),
    joined: [...learners.values()].filter(({ created_at: at }) => isIn(inZone(at))).length,
    enrolled: seen.filter(({ enrolled_at: at }) => isIn(inZone(at))).length,
    completed: seen.filter(({ completed_at: at }) => at !== null && isIn(inZone(at))).length,
    submitted: attempts.length,
    judged: attempts.filter(({ passed }) => passed !== null).length,
    passed: attempts.filter(({ passed }) => passed === true).length,
    average_percent:
      percents.length === 0
        ? null
        : Math.round((percents.reduce((sum, percent) => sum + percent, 0) / percents.length) * 100) / 100,
    attended: marks.filter(({ status }) => status === 'present' || status === 'late').length,
    held: marks.filter(({ status }) => status !== null && status !== 'excused').length,
  }
}

export const recountRevenue = (sources: Sources, { from, to }: Period) =>
  sources.entries
    .filter(({ account, transaction_id: id }) => {
      const day = inZone(sources.moments.find((each) => each.id === id)!.at)
      return account === 'revenue' && day >= from && day <= to
    })
    .reduce((sum, { amount_minor: minor }) => sum - Number(minor), 0)

/** The lessons of a course with how many came that far, and how many came and stopped there in the period. */
export const recountLessons = (
  sources: Sources,
  courseId: number,
  { now, from, to }: Period & { now: Date },
) => {
  const { all, current } = sightOf(sources, null)
  const isIn = (day: string | undefined) => day !== undefined && day >= from && day <= to
  const positionOf = (sectionId: number) => sources.sections.find(({ id }) => id === sectionId)!.position
  const lessons = sources.topics
    .filter(({ course_id: id }) => id === courseId)
    .toSorted((a, b) => positionOf(a.section_id) - positionOf(b.section_id) || a.position - b.position)
    .map(({ id }) => id)
  const places = current
    .filter((each) => each.course_id === courseId && all.has(each.user_id))
    .map((enrolment) => {
      const rows = sources.progress.filter(
        (each) => each.user_id === enrolment.user_id && each.course_id === courseId,
      )
      const lessonOf = (itemId: number) =>
        lessons.indexOf(sources.items.find((item) => item.id === itemId)!.topic_id!)
      const opened = rows.map(({ item_id: id }) => lessonOf(id))
      const firstDays = lessons.map((_, index) =>
        rows
          .filter(({ item_id: id }) => lessonOf(id) === index)
          .map(({ first_at: at }) => inZone(at))
          .toSorted()
          .at(0),
      )
      const last = Math.max(0, ...rows.map(({ last_at: at }) => at.getTime()))
      const isDone = enrolment.completed_at !== null
      const stoppedAt = new Date(last + 14 * 86_400_000)
      const hasStopped = stoppedAt < now && isIn(inZone(stoppedAt))
      return { furthest: Math.max(-1, ...opened), isDone, hasStopped, firstDays }
    })
  return lessons.map((id, index) => ({
    id,
    reached: places.filter(({ furthest, isDone }) => isDone || furthest >= index).length,
    arrived: places.filter(({ firstDays }) => isIn(firstDays[index])).length,
    stopped: places.filter(({ furthest, isDone, hasStopped }) => !isDone && furthest === index && hasStopped)
      .length,
  }))
}

/** Who is at risk and why, as `learner: reason/course`. */
export const recountRisks = (sources: Sources, teacher: number | null, now: Date): string[] => {
  const { all, current, seesCourse } = sightOf(sources, teacher)
  const published = new Set(
    sources.courses.filter(({ status }) => status === 'published').map(({ id }) => id),
  )
  const open = current.filter(
    (each) =>
      all.has(each.user_id) &&
      each.completed_at === null &&
      seesCourse(each.course_id) &&
      published.has(each.course_id),
  )
  const found = new Set<string>()
  for (const { user_id: user, course_id: course, enrolled_at: since } of open) {
    const zone = sources.people.find(({ id }) => id === user)!.time_zone
    const enrolledDays = open
      .filter((each) => each.user_id === user)
      .map(({ enrolled_at: at }) => dayIn(zone, at))
    const studyDays = sources.activity
      .filter((each) => each.user_id === user && each.seconds > 0)
      .map(({ day }) => day)
    const last = [...enrolledDays, ...studyDays].toSorted().at(-1)!
    if ((Date.parse(dayIn(zone, now)) - Date.parse(last)) / 86_400_000 >= 14)
      found.add(`${user}: inactive/null`)
    const rows = sources.progress.filter((each) => each.user_id === user && each.course_id === course)
    const items = sources.items.filter((each) => each.course_id === course)
    const isQuiz = (id: number) => items.some((item) => item.id === id && item.type === 'quiz')
    if (
      rows.filter((row) => isQuiz(row.item_id) && row.attempts > 0 && row.completed_at === null).length >= 2
    )
      found.add(`${user}: quizzes/${course}`)
    const percent = percentDone(rows.filter(({ completed_at: at }) => at !== null).length, items.length)
    const enrolledFor = (now.getTime() - since.getTime()) / 86_400_000
    const expected = paceOf(sources, course, now, enrolledFor)
    if (expected !== null && Math.floor(enrolledFor) >= 7 && percent + 25 <= expected)
      found.add(`${user}: behind/${course}`)
    const sessions = sources.sessions.filter(
      (each) => each.course_id === course && each.cancelled_at === null,
    )
    const marks = sources.marks.filter(
      ({ user_id: id, status, session_id: session }) =>
        id === user &&
        status !== null &&
        status !== 'excused' &&
        sessions.some((each) => each.id === session),
    )
    const attended = marks.filter(({ status }) => status !== 'absent').length
    if (marks.length >= WARN_AFTER_SESSIONS && attended / marks.length < GOAL_PERCENT / 100)
      found.add(`${user}: attendance/${course}`)
  }
  return [...found].toSorted()
}

/** The percentage that the course's pace expects after so many days; null without a pace. */
const paceOf = (sources: Sources, course: number, now: Date, days: number): number | null => {
  const items = sources.items.filter((each) => each.course_id === course)
  const opensAt = (topicId: number | null) => {
    const topic = sources.topics.find(({ id }) => id === topicId)!
    return sources.sections.find(({ id }) => id === topic.section_id)!.opens_at
  }
  if (items.some((item) => opensAt(item.topic_id) !== null)) {
    const due = items.filter((item) => {
      const at = opensAt(item.topic_id)
      return at !== null && now.getTime() - at.getTime() > 7 * 86_400_000
    })
    return percentDone(due.length, items.length)
  }
  const { all, current } = sightOf(sources, null)
  const took = current
    .filter((each) => each.course_id === course && each.completed_at !== null && all.has(each.user_id))
    .map((each) => (each.completed_at!.getTime() - each.enrolled_at.getTime()) / 86_400_000)
    .toSorted((a, b) => a - b)
  if (took.length < 5) return null
  const middle = (took.length - 1) / 2
  const median = (took[Math.floor(middle)]! + took[Math.ceil(middle)]!) / 2
  return Math.min(100, Math.floor((100 * days) / Math.max(1, Math.ceil(median))))
}
