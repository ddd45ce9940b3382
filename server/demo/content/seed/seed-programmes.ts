/** Two programmes of client 7, of which the demo student has paid a good part of the first, and one of client 8. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { rowsIn } from '#server/core/db/rows.ts'
import { scholarshipOf } from '#server/features/assessments/index.ts'
import { addCoupon, addPastPayments, addProgramme } from '#server/features/money/index.ts'
import { percentOf } from '#contract/money/schedule.ts'
import type { ContentTenant, SeededCourse } from './seed-courses.ts'

const CLIENT = 7
const DAY_MS = 86_400_000
const COURSES = 4
/** After the booking, by the programme's plan of instalments. */
const FIRST_PART_AFTER_DAYS = 30
/** So that the second instalment is due in six days. */
const BOOKED_DAYS_AGO = 54

const FLAGSHIP = {
  title: { en: 'Data Career Programme', hi: 'डेटा करियर प्रोग्राम', ar: 'برنامج مهنة البيانات' },
  summary: {
    en: 'From your first query to your first job: courses, projects and interview practice with a mentor.',
    hi: 'पहली क्वेरी से पहली नौकरी तक: कोर्स, प्रोजेक्ट और मेंटर के साथ इंटरव्यू की तैयारी।',
    ar: 'من أول استعلام إلى أول وظيفة: دورات ومشاريع وتدريب على المقابلات مع مرشد.',
  },
  total_minor: 12_000_000,
}
const NANODEGREE = {
  title: { en: 'Analytics Nanodegree', hi: 'एनालिटिक्स नैनोडिग्री', ar: 'الدرجة المصغّرة في التحليلات' },
  summary: {
    en: 'The core of data analysis in twelve weeks, at your own pace.',
    hi: 'बारह हफ़्तों में डेटा विश्लेषण का सार, अपनी रफ़्तार से।',
    ar: 'أساسيات تحليل البيانات في اثني عشر أسبوعًا، وفق وتيرتك.',
  },
  total_minor: 4_500_000,
}

const CLIENT_OF_ONE = 8
const CAREER_START = {
  title: { ar: 'بداية المسار المهني', en: 'Career Start' },
  summary: {
    ar: 'أربع دورات ومشروع ختامي في ثلاثة أشهر، مع متابعة أسبوعية.',
    en: 'Four courses and a final project in three months, with weekly guidance.',
  },
  total_minor: 360_000,
}

/** The assessment that decides the scholarship of each programme. */
const assessmentOf = async (db: TenantDb, variant: 'full' | 'short'): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    select id from assessment where client_id = ${CLIENT} and status = 'active' and variant = ${variant}
    order by id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

const coursesOfStudent = async (db: TenantDb, userId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select e.course_id as id from enrolment e
    join course c on c.client_id = e.client_id and c.id = e.course_id and c.status = 'published'
    where e.client_id = ${CLIENT} and e.user_id = ${userId} and e.left_at is null
    order by e.course_id limit ${COURSES}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Learners who take all of the offered courses; the demo's own accounts are not among them. */
const takingAll = async (
  db: TenantDb,
  people: ContentTenant['people'],
  courseIds: readonly number[],
): Promise<number[]> => {
  const learners = people.filter(({ role, username }) => role === 'student' && username !== 'student')
  const { rows } = await sql<{ user_id: number }>`
    select user_id from enrolment where client_id = ${CLIENT} and left_at is null
      and course_id in (${sql.join(courseIds)}) and user_id in (${sql.join(learners.map(({ id }) => id))})
    group by user_id having count(*) = ${courseIds.length} order by user_id`.execute(db)
  return rows.map((row) => row.user_id)
}

/** One learner is late within the days of grace, another one so long that the courses are only for reading. */
const addLatePayers = async (
  db: TenantDb,
  people: ContentTenant['people'],
  courseIds: readonly number[],
  ago: (days: number) => Date,
): Promise<void> => {
  const [late, stopped] = await takingAll(db, people, courseIds)
  for (const [userId, days] of [
    [late, FIRST_PART_AFTER_DAYS + 3],
    [stopped, FIRST_PART_AFTER_DAYS + 24],
  ] as const)
    if (userId !== undefined)
      await addPastPayments(db, CLIENT, {
        userId,
        slug: 'nanodegree',
        plan: 'instalments',
        scholarshipPercent: 0,
        payments: [{ at: ago(days), amountMinor: percentOf(NANODEGREE.total_minor, 10) }],
      })
}

export const seedProgrammes = async (
  db: TenantDb,
  { clientId, people }: ContentTenant,
  courses: readonly SeededCourse[],
  now: Date,
): Promise<void> => {
  const student = people.find(({ username }) => username === 'student')
  const offered = courses
    .filter(({ hasNoHistory }) => !hasNoHistory)
    .slice(0, COURSES)
    .map(({ courseId }) => courseId)
  if (clientId === CLIENT_OF_ONE)
    await addProgramme(
      db,
      {
        ...CAREER_START,
        client_id: clientId,
        slug: 'flagship',
        currency: 'SAR',
        minimum_minor: 10_000,
        assessment_id: null,
      },
      offered,
    )
  if (clientId !== CLIENT || !student) return
  const common = { client_id: CLIENT, currency: 'INR', minimum_minor: 100_000 }
  const assessmentId = await assessmentOf(db, 'short')
  await addProgramme(
    db,
    { ...common, ...FLAGSHIP, slug: 'flagship', assessment_id: assessmentId },
    await coursesOfStudent(db, student.id),
  )
  await addProgramme(
    db,
    { ...common, ...NANODEGREE, slug: 'nanodegree', assessment_id: await assessmentOf(db, 'full') },
    offered,
  )
  const admin = people.find(({ username }) => username === 'admin')
  if (admin)
    await addCoupon(db, {
      client_id: CLIENT,
      code: 'KITE10',
      courses: null,
      title: 'Welcome offer',
      percent: 10,
      amount_minor: null,
      currency: null,
      uses_max: 100,
      person_max: 1,
      starts_on: null,
      ends_on: null,
      programmes: null,
      first_purchase_only: false,
      batch: randomUUID(),
      created_by: admin.id,
      created_at: now,
    })
  const learner = { clientId, userId: student.id }
  const scholarshipPercent =
    assessmentId === null ? 0 : ((await scholarshipOf(rowsIn(db), learner, assessmentId, now)) ?? 0)
  const owed = FLAGSHIP.total_minor - percentOf(FLAGSHIP.total_minor, scholarshipPercent)
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  // The booking amount, the first instalment of 30 % of the rest, and some of the second.
  await addPastPayments(db, clientId, {
    userId: student.id,
    slug: 'flagship',
    plan: 'instalments',
    scholarshipPercent,
    payments: [
      { at: ago(BOOKED_DAYS_AGO), amountMinor: percentOf(owed, 10) },
      { at: ago(BOOKED_DAYS_AGO - 28), amountMinor: percentOf(owed, 27) },
      { at: ago(9), amountMinor: percentOf(owed, 8) },
    ],
  })
  await addLatePayers(db, people, offered, ago)
}
