/** A month of learning: enrolments, progress and the daily learning time. */
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { dayIn, lastDays } from '#server/core/days.ts'
import { recordDays, saveGoal } from '#server/features/activity/index.ts'
import { savePlan } from '#server/features/learner-plan/index.ts'
import {
  addAttempts,
  addEnrolments,
  addProgress,
  addRating,
  outlineOf,
} from '#server/features/courses/index.ts'
import { historyOf, type CourseFacts, type LearningHistory } from '../learning-history.ts'
import { seededRandom, type RandomSource } from '../random.ts'
import type { ContentTenant, SeededCourse } from './seed-courses.ts'
import { quizKeysOf } from '../quiz-keys.ts'

/** Username of the demo account whose screens README describes. */
const DEMO_STUDENT = 'student'
const DEMO_INTERESTS = ['SQL', 'Python']
const DEMO_WEEKLY_MINUTES = 140
const DAYS = 40
const DAY_MS = 86_400_000
const MINUTE_SECONDS = 60

/**
 * Minutes of the demo student by days ago: a streak of six days before today, a gap, and a longer streak before it.
 */
const DEMO_MINUTES = [12, 44, 61, 38, 52, 35, 71, 0, 18, 47, 66, 40, 33, 58, 49, 72, 36, 41, 0, 25]

const minutesOn = (
  daysAgo: number,
  habit: { eagerness: number; length: number },
  random: RandomSource,
): number => {
  const isActive = random.chance(habit.eagerness)
  const minutes = Math.round(habit.length * (0.3 + 1.4 * random.fraction()))
  return isActive && daysAgo < DAYS ? minutes : 0
}

const seedDays = async (
  core: Core,
  db: TenantDb,
  { clientId, people }: ContentTenant,
  random: RandomSource,
): Promise<void> => {
  const { time_zone: zone } = await db
    .selectFrom('client')
    .select('time_zone')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  const now = core.clock.now()
  const days = lastDays(dayIn(zone, now), DAYS).reverse()
  const rows = people
    .filter((person) => person.role === 'student')
    .flatMap((person) => {
      const habit = { eagerness: 0.35 + 0.6 * random.fraction(), length: 20 + 70 * random.fraction() }
      return days.map((day, daysAgo) => {
        const randomMinutes = minutesOn(daysAgo, habit, random)
        const minutes =
          person.username === DEMO_STUDENT ? (DEMO_MINUTES[daysAgo] ?? randomMinutes) : randomMinutes
        const maxSeconds = daysAgo === 0 ? secondsToday(zone, now) : Infinity
        return {
          userId: person.id,
          day,
          seconds: Math.min(minutes * MINUTE_SECONDS + random.integer(0, 50), maxSeconds),
        }
      })
    })
  await recordDays(
    db,
    clientId,
    rows.filter((row) => row.seconds >= MINUTE_SECONDS),
  )
}

/** The demo student wants a job in data and learns twenty minutes a day. */
const seedPlan = async (core: Core, db: TenantDb, { clientId, people }: ContentTenant) => {
  const userId = people.find(({ username }) => username === DEMO_STUDENT)?.id
  if (userId === undefined) return
  const now = core.clock.now()
  await savePlan(db, { clientId, userId, purpose: 'job', interests: DEMO_INTERESTS, now })
  await saveGoal(db, { clientId, userId, minutes: DEMO_WEEKLY_MINUTES, now })
}

/** Today's learning time cannot exceed the time since midnight. */
const secondsToday = (zone: string, now: Date): number => {
  const [hours = 0, minutes = 0] = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(now)
    .split(':')
    .map(Number)
  return (hours * 60 + minutes) * MINUTE_SECONDS
}

/** Adds enrolments, progress, attempts, ratings and daily learning time for every student of the tenant. */
export const seedActivity = async (
  core: Core,
  db: TenantDb,
  tenant: ContentTenant,
  courses: readonly SeededCourse[],
): Promise<void> => {
  const { clientId } = tenant
  const random = seededRandom(clientId * 7919)
  await seedDays(core, db, tenant, random)
  await seedPlan(core, db, tenant)
  if (courses.length === 0) return
  const facts: CourseFacts[] = []
  for (const { courseId, source, hasNoHistory } of courses) {
    if (hasNoHistory) continue
    const outline = await outlineOf(db, clientId, courseId)
    facts.push({ courseId, source, outline, keys: await quizKeysOf(db, clientId, outline) })
  }
  const combined: LearningHistory = { enrolments: [], progress: [], attempts: [], ratings: [] }
  for (const person of tenant.people) {
    if (person.role !== 'student') continue
    const isDemoStudent = person.username === DEMO_STUDENT
    const history = historyOf(person.id, facts, {
      now: core.clock.now(),
      random,
      isDemoStudent,
      dayMs: DAY_MS,
    })
    combined.enrolments.push(...history.enrolments)
    combined.progress.push(...history.progress)
    combined.attempts.push(...history.attempts)
    combined.ratings.push(...history.ratings)
  }
  await addEnrolments(db, clientId, combined.enrolments)
  await addProgress(db, clientId, combined.progress)
  await addAttempts(db, clientId, combined.attempts)
  for (const rating of combined.ratings) await addRating(db, clientId, rating)
  await core.changes.announce(db, { kind: 'courses', clientId })
}
