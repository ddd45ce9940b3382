/** A month of learning: who is enrolled where, how far they are, and how long they were there each day. */
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { dayIn, lastDays } from '#server/core/days.ts'
import { recordDays } from '#server/features/activity/index.ts'
import {
  addAttempts,
  addEnrolments,
  addProgress,
  addRating,
  outlineOf,
} from '#server/features/courses/index.ts'
import { historyOf, type CourseFacts, type LearningHistory } from './learning-history.ts'
import { dice, type Dice } from './random.ts'
import type { ContentTenant, SeededCourse } from './seed-courses.ts'
import { quizKeysOf } from './quiz-keys.ts'

/** Username of the demo account whose screens are described in README. */
const DEMO_STUDENT = 'student'
const DAYS = 40
const DAY_MS = 86_400_000
const MINUTE_SECONDS = 60

/** Minutes of the demo student by days ago: a streak of six days before today, a gap, and a longer run before it. */
const DEMO_MINUTES = [12, 44, 61, 38, 52, 35, 71, 0, 18, 47, 66, 40, 33, 58, 49, 72, 36, 41, 0, 25]

const minutesOn = (daysAgo: number, habit: { eagerness: number; length: number }, luck: Dice): number => {
  const here = luck.chance(habit.eagerness)
  const minutes = Math.round(habit.length * (0.3 + 1.4 * luck.share()))
  return here && daysAgo < DAYS ? minutes : 0
}

const seedDays = async (
  core: Core,
  db: TenantDb,
  { clientId, people }: ContentTenant,
  luck: Dice,
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
      const habit = { eagerness: 0.35 + 0.6 * luck.share(), length: 20 + 70 * luck.share() }
      return days.map((day, daysAgo) => {
        const drawn = minutesOn(daysAgo, habit, luck)
        const minutes = person.username === DEMO_STUDENT ? (DEMO_MINUTES[daysAgo] ?? drawn) : drawn
        const most = daysAgo === 0 ? secondsToday(zone, now) : Infinity
        return {
          userId: person.id,
          day,
          seconds: Math.min(minutes * MINUTE_SECONDS + luck.whole(0, 50), most),
        }
      })
    })
  await recordDays(
    db,
    clientId,
    rows.filter((row) => row.seconds >= MINUTE_SECONDS),
  )
}

/** Nobody can have learned longer today than the day is old. */
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

/** Enrolments, progress, attempts, ratings and daily time for everybody who learns in the tenant. */
export const seedActivity = async (
  core: Core,
  db: TenantDb,
  tenant: ContentTenant,
  courses: readonly SeededCourse[],
): Promise<void> => {
  const { clientId } = tenant
  const luck = dice(clientId * 7919)
  await seedDays(core, db, tenant, luck)
  if (courses.length === 0) return
  const facts: CourseFacts[] = []
  for (const { courseId, written, announced } of courses) {
    if (announced) continue
    const outline = await outlineOf(db, clientId, courseId)
    facts.push({ courseId, written, outline, keys: await quizKeysOf(db, clientId, outline) })
  }
  const all: LearningHistory = { enrolments: [], progress: [], attempts: [], ratings: [] }
  for (const person of tenant.people) {
    if (person.role !== 'student') continue
    const demo = person.username === DEMO_STUDENT
    const history = historyOf(person.id, facts, { now: core.clock.now(), luck, demo, dayMs: DAY_MS })
    all.enrolments.push(...history.enrolments)
    all.progress.push(...history.progress)
    all.attempts.push(...history.attempts)
    all.ratings.push(...history.ratings)
  }
  await addEnrolments(db, clientId, all.enrolments)
  await addProgress(db, clientId, all.progress)
  await addAttempts(db, clientId, all.attempts)
  for (const rating of all.ratings) await addRating(db, clientId, rating)
  await core.changes.announce(db, { kind: 'courses', clientId })
}
