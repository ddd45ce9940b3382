/** Applications to the demo's jobs in every state: full pipelines of several jobs, and the student's own. */
import type { ApplicationState, GivenAnswer } from '#contract/job-applications/applications.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { passedResults } from '#server/features/assessments/index.ts'
import { completedCourses } from '#server/features/courses/index.ts'
import { fileStore, storeFile } from '#server/features/files/index.ts'
import { addPastApplication, addRecruiter, type PastStep } from '#server/features/job-applications/index.ts'
import { JOB_QUESTION_ID, jobQuestionLabel } from '../jobs/seed.ts'
import { seededRandom, type RandomSource } from '../random.ts'
import { resumePdf } from '../resume-pdf.ts'
import { applicationTexts, type ApplicationTexts } from './application-texts.ts'
import type { ContentTenant } from './seed-courses.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const SEED = 17

/** How an application comes to its state. */
const WAYS: Readonly<Record<ApplicationState, readonly ApplicationState[]>> = {
  applied: [],
  viewed: ['viewed'],
  shortlisted: ['viewed', 'shortlisted'],
  interview: ['viewed', 'shortlisted', 'interview'],
  offered: ['viewed', 'shortlisted', 'interview', 'offered'],
  rejected: ['viewed', 'rejected'],
  withdrawn: ['viewed', 'withdrawn'],
}
const FULL: readonly ApplicationState[] = [
  'applied',
  'shortlisted',
  'viewed',
  'applied',
  'rejected',
  'interview',
  'applied',
  'viewed',
  'offered',
  'rejected',
  'applied',
  'withdrawn',
  'shortlisted',
  'viewed',
  'interview',
]
/** States of each job, learner by learner. */
const PIPELINES: readonly { jobId: number; states: readonly ApplicationState[] }[] = [
  { jobId: 1, states: FULL },
  { jobId: 2, states: ['applied', 'viewed', 'shortlisted', 'applied', 'rejected', 'applied'] },
  { jobId: 5, states: ['viewed', 'applied', 'interview', 'applied'] },
  { jobId: 9, states: ['shortlisted', 'offered', 'rejected', 'applied', 'viewed', 'rejected', 'applied'] },
]
/** The student's own, by job. */
const OWN: readonly (readonly [jobId: number, state: ApplicationState])[] = [
  [1, 'interview'],
  [2, 'rejected'],
  [3, 'viewed'],
  [4, 'withdrawn'],
  [5, 'applied'],
  [6, 'offered'],
]
/** What the demo's instructor handles. */
const HANDLED = [1, 2, 5, 9]

interface Person {
  id: number
  email: string
  full_name: string
  username: string
}
interface Seeding {
  core: Core
  db: TenantDb
  clientId: number
  texts: ApplicationTexts
  random: RandomSource
  staffId: number
}

const textOf = (state: ApplicationState, texts: ApplicationTexts): string => {
  if (state === 'interview') return texts.invitation
  if (state === 'offered') return texts.offer
  return state === 'rejected' ? texts.refusal : ''
}

/** Steps of a past that is over: none is later than now. */
const stepsTo = (state: ApplicationState, appliedAt: Date, texts: ApplicationTexts): PastStep[] =>
  WAYS[state].map((to, index) => ({
    to,
    at: new Date(appliedAt.getTime() + (index + 1) * 20 * HOUR_MS),
    ...(to === 'rejected' && { reason: 'skills' as const }),
    text: textOf(to, texts),
  }))

const storeResume = async ({ core, clientId, texts }: Seeding, person: Person) => {
  const heading = /^[\u0020-\u00ff]+$/.test(person.full_name) ? person.full_name : person.username
  const content = resumePdf(heading, [person.email, '', ...texts.resume])
  const url = await storeFile(fileStore(core.config), clientId, {
    words: `resume-${person.id}`,
    ending: 'pdf',
    content,
  })
  return { url, size: content.length }
}

const answersOf = ({ texts, clientId }: Seeding): GivenAnswer[] => [
  {
    question_id: JOB_QUESTION_ID,
    label: jobQuestionLabel[clientId === 8 ? 'ar' : 'en'],
    value: texts.answer,
  },
]

const addApplication = async (
  seeding: Seeding,
  person: Person,
  { jobId, state, daysAgo }: { jobId: number; state: ApplicationState; daysAgo: number },
): Promise<void> => {
  const { core, db, clientId, texts, random, staffId } = seeding
  const now = core.clock.now()
  const appliedAt = new Date(now.getTime() - daysAgo * DAY_MS - random.integer(0, 9) * HOUR_MS)
  const resume = await storeResume(seeding, person)
  const learner = { clientId, userId: person.id }
  const view = { now, language: clientId === 8 ? ('ar' as const) : ('en' as const) }
  const proofs = [...(await completedCourses(db, learner, view)), ...(await passedResults(db, learner, view))]
  await addPastApplication(db, clientId, {
    application: {
      job_id: jobId,
      user_id: person.id,
      name: person.full_name,
      email: person.email,
      phone: `${texts.callingCode} ${random.integer(500_000_000, 599_999_999)}`,
      resume_url: resume.url,
      resume_name: `${person.username}.pdf`,
      cover_note: random.chance(0.7) ? texts.note : '',
      answers: random.chance(0.6) ? answersOf(seeding) : [],
      proofs: proofs.slice(0, 3),
      applied_at: appliedAt,
    },
    resumeSize: resume.size,
    steps: stepsTo(state, appliedAt, texts),
    rating: WAYS[state].length > 1 ? random.integer(3, 5) : null,
    ...(WAYS[state].length > 2 && { note: { text: texts.staffNote, at: appliedAt } }),
    staffId,
  })
}

/** Needs the jobs of the demo. */
export const seedApplications = async (core: Core, db: TenantDb, tenant: ContentTenant): Promise<void> => {
  const { clientId } = tenant
  const texts = applicationTexts.get(clientId)
  const staff = tenant.people.find(({ role }) => role === 'instructor')
  if (!texts || !staff) return
  const learners = await db
    .selectFrom('app_user')
    .select(['id', 'email', 'full_name', 'username'])
    .where('client_id', '=', clientId)
    .where('role', '=', 'student')
    .orderBy('id')
    .execute()
  const seeding = { core, db, clientId, texts, random: seededRandom(SEED + clientId), staffId: staff.id }
  const others = learners.filter(({ username }) => username !== 'student')
  for (const [offset, { jobId, states }] of PIPELINES.entries())
    for (const [index, state] of states.entries()) {
      const person = others[(index + offset * 3) % others.length]
      if (person && index < others.length)
        await addApplication(seeding, person, { jobId, state, daysAgo: 5 + (index % 9) })
    }
  const student = learners.find(({ username }) => username === 'student')
  if (student)
    for (const [index, [jobId, state]] of OWN.entries())
      await addApplication(seeding, student, { jobId, state, daysAgo: 5 + 2 * index })
  await addRecruiter(db, clientId, { userId: staff.id, jobIds: HANDLED })
}
