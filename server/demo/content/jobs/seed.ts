/** The 21 jobs of the demo (spec 9), ids 1 to 21 in each client, and a learner's saved jobs and search. */
import { sql } from 'kysely'
import type { JobDocument, RequirementInput } from '#contract/jobs/shapes.ts'
import { perLanguage } from '#contract/languages.ts'
import { dayIn, shiftDay } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { addJob, writeSaved, writeSearch } from '#server/features/jobs/index.ts'
import type { ContentTenant } from '../seed/seed-courses.ts'
import { dataJobs } from './data-jobs.ts'
import { softwareJobs } from './software-jobs.ts'
import { peopleJobs } from './people-jobs.ts'
import { benefits, courseTitles, needOf, places, type DemoJob, type NeedKey } from './kit.ts'

export const demoJobs: readonly DemoJob[] = [...dataJobs, ...softwareJobs, ...peopleJobs]

const DAY_MS = 86_400_000
const SAVED = [1, 9]
const SEARCH_ID = '5a1d3c52-7b64-4c0e-9f2a-6d8e0b3c7a11'
export const JOB_QUESTION_ID = '0b1f6f0e-5d0c-4a59-9d3e-3f5c5d1a2b01'
export const jobQuestionLabel = {
  en: 'Why this job?',
  hi: 'यह नौकरी क्यों?',
  ar: 'لماذا هذه الوظيفة؟',
}

interface Facts {
  readonly clientId: 7 | 8
  readonly currency: string
  readonly zone: string
  readonly now: Date
  readonly courseIds: ReadonlyMap<string, number>
  /** The entrance assessment. */
  readonly assessmentId: number | null
}

const factsOf = async (db: TenantDb, clientId: 7 | 8, now: Date): Promise<Facts> => {
  const client = await db
    .selectFrom('client')
    .select(['currency', 'time_zone'])
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  const courses = await db
    .selectFrom('course')
    .select(['id', 'title'])
    .where('client_id', '=', clientId)
    .execute()
  const { rows: assessments } = await sql<{ id: number }>`
    select id from assessment where client_id = ${clientId} and status = 'active'
    order by position, id limit 1`.execute(db)
  return {
    clientId,
    currency: client.currency,
    zone: client.time_zone,
    now,
    courseIds: new Map(courses.map(({ id, title }) => [title, id])),
    assessmentId: assessments[0]?.id ?? null,
  }
}

/** What this client has no course or assessment for cannot be compared. */
const requirementOf = (key: NeedKey, facts: Facts): RequirementInput => {
  const need = needOf(key)
  const title = courseTitles[facts.clientId]?.[need.course ?? '']
  const courseId = facts.courseIds.get(title ?? '') ?? null
  const hasScore = need.score !== undefined && facts.assessmentId !== null
  return {
    kind: courseId !== null ? 'course' : need.skill ? 'skill' : hasScore ? 'assessment' : 'other',
    texts: need.texts,
    course_id: courseId,
    skill: need.skill?.tag ?? null,
    needed: need.skill?.needed ?? 3,
    assessment_id: need.score ? facts.assessmentId : null,
    min_percent: need.score ?? null,
  }
}

const documentOf = (job: DemoJob, facts: Facts): JobDocument => {
  const { clientId, currency } = facts
  const place = places[job.place[clientId]]
  const pay = job.pay?.[clientId]
  return {
    language: clientId === 8 ? 'ar' : 'en',
    texts: perLanguage((language) => ({
      title: job.title[language],
      location: place[language],
      description: job.description[language],
      benefits: job.benefits.map((key) => benefits[key][language]),
    })),
    company: job.company,
    company_url: null,
    country: place.country,
    type: job.type,
    level: job.level,
    salary: pay
      ? { min: Math.round(pay[0] * 1000), max: Math.round(pay[1] * 1000), currency, period: pay[2] }
      : null,
    remote: job.remote ?? false,
    featured: job.featured ?? false,
    deadline: shiftDay(dayIn(facts.zone, facts.now), job.closesInDays),
    requirements: job.needs.map((key) => requirementOf(key, facts)),
    questions: [
      {
        id: JOB_QUESTION_ID,
        kind: 'text',
        label: jobQuestionLabel,
        options: [],
        required: false,
      },
    ],
  }
}

export const seedJobs = async (db: TenantDb, tenant: ContentTenant, now: Date): Promise<void> => {
  const { clientId } = tenant
  if (clientId !== 7 && clientId !== 8) return
  const facts = await factsOf(db, clientId, now)
  for (const job of demoJobs) {
    const postedAt = new Date(now.getTime() - job.postedDaysAgo * DAY_MS)
    await addJob(db, clientId, documentOf(job, facts), {
      state: job.closedEarly ? 'closed' : 'open',
      postedAt,
      ...(job.closedEarly && { closedAt: new Date(now.getTime() - DAY_MS) }),
    })
  }
  const student = tenant.people.find(({ username }) => username === 'student')
  if (!student) return
  const key = { clientId, userId: student.id }
  for (const jobId of SAVED) await writeSaved(db, { ...key, jobId }, now)
  // Some of what it finds was posted since: the page shows them as new.
  await writeSearch(
    db,
    { ...key, id: SEARCH_ID },
    {
      filters: { search: clientId === 8 ? 'بيانات' : 'data' },
      hasAlerts: false,
      now: new Date(now.getTime() - 4 * DAY_MS),
    },
  )
}
