import { resolveLocalTime } from '#contract/live/zone-time.ts'
import type { WorkshopField } from '#contract/workshops/fields.ts'
import { dayIn, shiftDay } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { addPastRegistrations, addWorkshop, type PastRegistration } from '#server/features/workshops/index.ts'
import { workshopsByClient, type DemoWorkshop } from '../workshops.ts'
import type { ContentTenant, SeededCourse } from './seed-courses.ts'

const HOUR_MS = 3_600_000
/** Registrations come before the workshop, one after the other. */
const APART_MS = 7 * HOUR_MS
const OFFER_MS = 20 * HOUR_MS

interface Learner {
  id: number
  full_name: string
  email: string
  language: string
}

/** In an order that every seeding repeats. */
const learnersOf = async (db: TenantDb, clientId: number): Promise<Learner[]> => {
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'full_name', 'email', 'language'])
    .where('client_id', '=', clientId)
    .where('role', '=', 'student')
    .orderBy('id')
    .execute()
  // The demo account registers itself.
  return rows.slice(1)
}

const answerTo = ({ kind, options, label }: WorkshopField, index: number): string | boolean | null => {
  if (kind === 'choice') return options[index % options.length] ?? null
  if (kind === 'consent') return index % 3 !== 0
  if (kind !== 'text' || index % 2 === 1) return null
  return /[\u0600-\u06ff]/.test(label) ? 'محلل بيانات' : 'Data analyst'
}

const answersTo = (fields: readonly WorkshopField[], index: number) =>
  Object.fromEntries(
    fields.flatMap((field): [string, string | boolean][] => {
      const answer = answerTo(field, index)
      return answer === null ? [] : [[field.id, answer]]
    }),
  )

const registrationsFor = (
  { people, fields }: DemoWorkshop,
  learners: readonly Learner[],
  last: Date,
  now: Date,
): PastRegistration[] => {
  const statuses = people.flatMap(({ status, count }) => Array.from({ length: count }, () => status))
  return statuses.flatMap((status, index) => {
    const learner = learners[index]
    if (!learner) return []
    return [
      {
        name: learner.full_name,
        email: learner.email,
        userId: learner.id,
        language: learner.language,
        answers: answersTo(fields, index),
        status,
        until: status === 'offered' ? new Date(now.getTime() + OFFER_MS) : null,
        at: new Date(last.getTime() - (statuses.length - index) * APART_MS),
      },
    ]
  })
}

/** Workshops around the day of seeding, with registrations of the demo's learners. */
export const seedWorkshops = async (
  db: TenantDb,
  { clientId, people }: ContentTenant,
  courses: readonly SeededCourse[],
  now: Date,
): Promise<void> => {
  const owner = people.find(({ role }) => role === 'instructor')
  if (!owner) return
  const { time_zone: zone } = await db
    .selectFrom('client')
    .select('time_zone')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  const learners = await learnersOf(db, clientId)
  for (const [index, demo] of (workshopsByClient.get(clientId) ?? []).entries()) {
    const day = shiftDay(dayIn(zone, now), demo.inDays)
    const start = resolveLocalTime(zone, `${day}T${demo.startsAt}`)
    if (!start) continue
    const workshopId = await addWorkshop(
      db,
      clientId,
      {
        code: demo.code,
        title: demo.title,
        description: demo.description,
        cover: null,
        course_id:
          courses.find(({ source }) => demo.course !== null && source.title.includes(demo.course))
            ?.courseId ?? null,
        created_by: owner.id,
        starts_at: start.at,
        minutes: demo.minutes,
        time_zone: zone,
        place: demo.place,
        link: demo.link,
        capacity: demo.capacity,
        fields: demo.fields,
        double_opt_in: false,
        state: 'open',
      },
      now,
    )
    const last = start.at < now ? start.at : now
    // Each workshop has other people.
    const group = [...learners.slice(index * 9), ...learners.slice(0, index * 9)]
    await addPastRegistrations(db, { clientId, workshopId }, registrationsFor(demo, group, last, now))
  }
}
