import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type {
  JobLevel,
  JobQuestion,
  JobTextsByLanguage,
  JobType,
  SalaryPeriod,
  TextByLanguage,
} from '#contract/jobs/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Query } from '#server/core/db/query.ts'
import { LAST_CODE_POINT } from '#server/core/text/search-text.ts'
import type { BoardRow } from './board.ts'
import type { Requirement } from './match.ts'

/** The deadline is the last day to apply, until 23:59 in the client's zone (rules: Jobs). */
const DEADLINE_AT = `((j.deadline + 1)::timestamp at time zone (select c.time_zone from client c where c.client_id = j.client_id))`

/** Rows of one read of the board; a longer one would hold the event loop while it is parsed. */
const CHUNK = 1_000

/** Every job that is or was public, in chunks by id. */
export const boardRows = async function* (
  read: <T>(work: (db: TenantDb) => Promise<T>) => Promise<T>,
  clientId: number,
): AsyncIterable<readonly BoardRow[]> {
  let after = 0
  for (;;) {
    const from = after
    const { rows } = await read((db) =>
      sql<BoardRow>`
        select j.id, j.state, j.type, j.level, j.yearly_min, j.yearly_max, j.remote, j.featured, j.opens_at, j.posted_at,
          ${sql.raw(DEADLINE_AT)} as deadline_at,
          coalesce((select jsonb_agg(jsonb_build_object('kind', r.kind, 'course_id', r.course_id, 'skill', r.skill,
              'needed', r.needed, 'assessment_id', r.assessment_id, 'min_percent', r.min_percent) order by r.position)
            from job_requirement r where r.client_id = j.client_id and r.job_id = j.id), '[]') as requirements
        from job j where j.client_id = ${clientId} and j.state <> 'draft' and j.id > ${from}
        order by j.id limit ${CHUNK}`.execute(db),
    )
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    after = last.id
  }
}

/** One row with the ids of jobs that have a word starting with the given one. */
export const idsWithWordQuery = (clientId: number, word: string, isPlace: boolean): Query => ({
  name: 'jobs-with-word',
  text: `select coalesce(array_agg(distinct w.job_id), '{}') as ids from job_word w
    where w.client_id = $1 and w.is_place = $2 and w.word >= $3 and w.word < $4`,
  values: [clientId, isPlace, word, word + LAST_CODE_POINT],
})

export const savedIdsQuery = (clientId: number, userId: number): Query => ({
  name: 'saved-jobs',
  text: 'select job_id from saved_job where client_id = $1 and user_id = $2',
  values: [clientId, userId],
})

export interface CardRow {
  id: number
  language: Language
  texts: JobTextsByLanguage
  company: string
  type: JobType
  level: JobLevel
  salary_min: number | null
  salary_max: number | null
  salary_currency: string | null
  salary_period: SalaryPeriod
  remote: boolean
  featured: boolean
  deadline: string
  deadline_at: Date
  opens_at: Date | null
  posted_at: Date | null
}
export interface DetailRow extends CardRow {
  state: 'scheduled' | 'open' | 'closed'
  company_url: string | null
  country: string | null
  closed_at: Date | null
  questions: JobQuestion[]
  requirements: (Requirement & { texts: TextByLanguage })[]
}

const CARD_COLUMNS = `j.id, j.language, j.company, j.type, j.level, j.salary_min, j.salary_max, j.salary_currency, j.salary_period,
  j.remote, j.featured, j.deadline, ${DEADLINE_AT} as deadline_at, j.opens_at, j.posted_at`

/** In no order. Of the texts only those that a card shows. */
export const cardsQuery = (clientId: number, ids: readonly number[], language: Language): Query => ({
  name: 'job-cards',
  text: `select ${CARD_COLUMNS},
      (select jsonb_object_agg(t.key, t.value - 'description' - 'benefits') from jsonb_each(j.texts) t
        where t.key in ($3, j.language)) as texts
    from job j where j.client_id = $1 and j.id = any($2::integer[])`,
  values: [clientId, `{${ids.join()}}`, language],
})

/** A job that is or was public; a scheduled one says when it opens. */
export const detailQuery = (clientId: number, jobId: number): Query => ({
  name: 'job-detail',
  text: `select ${CARD_COLUMNS}, j.state, j.texts, j.company_url, j.country, j.closed_at, j.questions,
      coalesce((select jsonb_agg(jsonb_build_object('kind', r.kind, 'texts', r.texts, 'course_id', r.course_id,
          'skill', r.skill, 'needed', r.needed, 'assessment_id', r.assessment_id, 'min_percent', r.min_percent)
          order by r.position)
        from job_requirement r where r.client_id = j.client_id and r.job_id = j.id), '[]') as requirements
    from job j where j.client_id = $1 and j.id = $2 and j.state <> 'draft'`,
  values: [clientId, jobId],
})
