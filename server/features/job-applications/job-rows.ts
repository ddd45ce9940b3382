/** Jobs as applications need them. */
import './applications.tables.ts'
import { sql } from 'kysely'
import type { JobOfApplication, ShownQuestion } from '#contract/job-applications/applications.ts'
import type {
  closedReasons,
  JobQuestion,
  JobState,
  JobTextsByLanguage,
  TextByLanguage,
} from '#contract/jobs/shapes.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface JobRow {
  id: number
  state: JobState
  language: Language
  texts: JobTextsByLanguage
  company: string
  deadline: string
  deadline_at: Date
  closed: (typeof closedReasons)[number] | null
  opens_at: Date | null
  questions: JobQuestion[]
}

/** A scheduled job is open from its time on. Needs `job j`. */
export const stateAt = (now: Date) => sql`
  case when j.state = 'scheduled' and j.opens_at <= ${now} then 'open' else j.state end`

/** The deadline's day ends in the client's zone (rules: Jobs). Needs `job j` and `client c`. */
const deadlineAt = sql`((j.deadline + 1)::timestamp at time zone c.time_zone)`

/** Needs `job j` and `client c`. */
export const jobColumns = (now: Date) => sql`
  j.id, ${stateAt(now)} as state, j.language, j.texts, j.company, j.deadline::text as deadline, j.opens_at, j.questions,
  ${deadlineAt} as deadline_at,
  case when j.state = 'closed' then 'closed' when ${now} >= ${deadlineAt} then 'deadline' end as closed`

/** Any job of the client; null if there is none. */
export const jobById = async (
  db: TenantDb,
  clientId: number,
  jobId: number,
  now: Date,
): Promise<JobRow | null> => {
  const { rows } = await sql<JobRow>`
    select ${jobColumns(now)} from job j join client c on c.client_id = j.client_id
    where j.client_id = ${clientId} and j.id = ${jobId}`.execute(db)
  return rows[0] ?? null
}

/** Whether learners can read it. */
export const isPublished = (job: JobRow): boolean => job.state === 'open' || job.state === 'closed'

const inLanguage = <T>(
  texts: Partial<Record<Language, T>>,
  wanted: Language,
  main: Language,
): T | undefined => texts[wanted] ?? texts[main] ?? Object.values(texts)[0]

export const textIn = (texts: TextByLanguage, wanted: Language, main: Language): string =>
  inLanguage(texts, wanted, main) ?? ''

export const titleOf = (job: Pick<JobRow, 'texts' | 'language'>, language: Language): string =>
  inLanguage(job.texts, language, job.language)?.title ?? ''

export const toJob = (job: JobRow, language: Language): JobOfApplication => ({
  id: job.id,
  title: titleOf(job, language),
  company: job.company,
  location: inLanguage(job.texts, language, job.language)?.location ?? '',
  deadline: job.deadline,
  deadline_at: job.deadline_at.toISOString(),
  closed: job.closed,
})

export const toQuestions = (job: JobRow, language: Language): ShownQuestion[] =>
  job.questions.map(({ id, kind, label, options, required }) => ({
    id,
    kind,
    label: textIn(label, language, job.language),
    options: options.map((option) => textIn(option, language, job.language)),
    required,
  }))
