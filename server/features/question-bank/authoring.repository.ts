import { sql, type RawBuilder } from 'kysely'
import type {
  AssessmentSettings,
  AssessmentShelf,
  AssessmentStatus,
  AuthoredAssessment,
} from '#contract/assessments/admin/authoring.ts'
import type { LocalText } from '#contract/assessments/shapes.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface AssessmentKey {
  clientId: number
  assessmentId: number
}
export interface AssessmentRow extends Omit<
  AssessmentSettings,
  'rules' | 'fixed' | 'opens_at' | 'closes_at'
> {
  id: number
  status: AssessmentStatus
  archived: boolean
  attempts: number
  opens_at: Date | null
  closes_at: Date | null
  revision: number
  updated_at: Date
  by_id: number | null
  by_name: string | null
  rules: AssessmentSettings['rules']
  fixed: AuthoredAssessment['fixed']
}

const updatedBy = sql`a.updated_by as by_id,
  (select u.full_name from app_user u where u.client_id = a.client_id and u.id = a.updated_by) as by_name`
const archiveColumns = sql`a.archived_at is not null as archived,
  (select count(*) from assessment_attempt t where t.client_id = a.client_id and t.assessment_id = a.id)::integer
    as attempts`
const rules = sql`coalesce((select json_agg(json_build_object('topic_id', r.topic_id, 'difficulty', r.difficulty,
  'count', r.count) order by r.position) from assessment_rule r
  where r.client_id = a.client_id and r.assessment_id = a.id), '[]') as rules`

/** A complete assessment; with `lock` it is locked against concurrent changes. */
export const assessmentRow = async (
  db: TenantDb,
  { clientId, assessmentId }: AssessmentKey,
  lock = false,
): Promise<AssessmentRow | undefined> => {
  if (lock)
    await sql`select id from assessment where client_id = ${clientId} and id = ${assessmentId} for update`.execute(
      db,
    )
  const { rows } = await sql<AssessmentRow>`
    select a.id, a.language, a.texts, a.variant, a.status, a.duration_minutes, a.opens_at, a.closes_at,
      a.attempts_allowed, a.phone_verification, a.shuffle_questions, a.shuffle_options, a.release, a.bands,
      a.pass_percent, a.roadmap, a.revision, a.updated_at, ${updatedBy}, ${archiveColumns}, ${rules},
      coalesce((select json_agg(json_build_object('id', q.id, 'topic_id', q.topic_id, 'difficulty', q.difficulty,
        'state', q.state, 'prompt', v.shown -> v.language ->> 'prompt') order by f.position)
        from assessment_fixed_question f
        join bank_question q on q.client_id = f.client_id and q.id = f.question_id
        join bank_question_version v on v.client_id = q.client_id and v.question_id = q.id and v.version = q.version
        where f.client_id = a.client_id and f.assessment_id = a.id), '[]') as fixed
    from assessment a where a.client_id = ${clientId} and a.id = ${assessmentId}`.execute(db)
  return rows[0]
}

const listStatus = sql`case when a.archived_at is null then a.status else 'archived' end`

interface ListFilter {
  clientId: number
  search: string
  /** A condition on `assessment a` (assessment.policy.ts). */
  visible: RawBuilder<boolean>
}
const fromMatching = ({
  clientId,
  search,
  visible,
}: ListFilter) => sql`from assessment a where a.client_id = ${clientId} and ${visible}
  and (${search} = '' or exists (select from jsonb_each(a.texts) t
    where position(lower(${search}) in lower(t.value ->> 'title')) > 0))`

export type AssessmentLine = Pick<
  AssessmentRow,
  | 'id'
  | 'status'
  | 'archived'
  | 'attempts'
  | 'revision'
  | 'updated_at'
  | 'by_id'
  | 'by_name'
  | 'language'
  | 'variant'
  | 'duration_minutes'
  | 'opens_at'
  | 'closes_at'
> & { title: string; titles: LocalText; languages: Language[]; questions: number }

export const assessmentPage = async (
  db: TenantDb,
  filter: ListFilter,
  status: AssessmentShelf | null,
  page: { limit: number; offset: number },
): Promise<AssessmentLine[]> => {
  const { rows } = await sql<AssessmentLine>`
    select a.id, a.status, a.revision, a.updated_at, ${updatedBy}, ${archiveColumns}, a.language, a.variant, a.duration_minutes, a.opens_at,
      a.closes_at, a.texts -> a.language ->> 'title' as title,
      (select jsonb_object_agg(t.key, t.value -> 'title') from jsonb_each(a.texts) t) as titles, array(select jsonb_object_keys(a.texts)) as languages,
      (coalesce((select sum(r.count) from assessment_rule r
        where r.client_id = a.client_id and r.assessment_id = a.id), 0)
      + (select count(*) from assessment_fixed_question f
        where f.client_id = a.client_id and f.assessment_id = a.id))::integer as questions
    ${fromMatching(filter)} and ${listStatus} = coalesce(${status}, a.status)
    order by a.updated_at desc, a.id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

export const statusCounts = async (
  db: TenantDb,
  filter: ListFilter,
): Promise<Record<AssessmentShelf, number>> => {
  const { rows } = await sql<{ status: AssessmentShelf; n: number }>`
    select ${listStatus} as status, count(*)::integer as n ${fromMatching(filter)} group by 1`.execute(db)
  const counts = { active: 0, inactive: 0, archived: 0 }
  for (const { status, n } of rows) counts[status] = n
  return counts
}

interface Authorship {
  now: Date
  by: number | null
}

/** Adds an inactive assessment. If the idempotency key was used before, returns the assessment created then. */
export const addAssessment = async (
  db: TenantDb,
  clientId: number,
  settings: AssessmentSettings,
  { now, by, madeKey }: Authorship & { madeKey?: string },
): Promise<{ id: number; made: boolean }> => {
  const { rows } = await sql<{ id: number }>`
    insert into assessment (client_id, language, texts, variant, duration_minutes, opens_at, closes_at,
      attempts_allowed, phone_verification, shuffle_questions, shuffle_options, release, bands, pass_percent, roadmap,
      position, created_at, updated_at, updated_by, owner_id, made_by, made_key)
    values (${clientId}, ${settings.language}, ${JSON.stringify(settings.texts)}::jsonb, ${settings.variant},
      ${settings.duration_minutes}, ${settings.opens_at}, ${settings.closes_at}, ${settings.attempts_allowed},
      ${settings.phone_verification}, ${settings.shuffle_questions}, ${settings.shuffle_options}, ${settings.release},
      ${JSON.stringify(settings.bands)}::jsonb, ${settings.pass_percent}, ${JSON.stringify(settings.roadmap)}::jsonb,
      (select coalesce(max(position) + 1, 0) from assessment where client_id = ${clientId}),
      ${now}, ${now}, ${by}, ${by}, ${by}, ${madeKey ?? null})
    on conflict (client_id, made_by, made_key) do nothing returning id`.execute(db)
  const id = rows[0]?.id
  if (id !== undefined) {
    await replaceDrawSettings(db, { clientId, assessmentId: id }, settings)
    return { id, made: true }
  }
  const existing = await sql<{ id: number }>`
    select id from assessment
    where client_id = ${clientId} and made_by = ${by} and made_key = ${madeKey ?? null}`.execute(db)
  return { id: existing.rows[0]?.id ?? 0, made: false }
}

export const setSettings = async (
  db: TenantDb,
  { clientId, assessmentId }: AssessmentKey,
  settings: AssessmentSettings,
  { now, by }: Authorship,
): Promise<void> => {
  await sql`
    update assessment set language = ${settings.language}, texts = ${JSON.stringify(settings.texts)}::jsonb,
      variant = ${settings.variant}, duration_minutes = ${settings.duration_minutes}, opens_at = ${settings.opens_at},
      closes_at = ${settings.closes_at}, attempts_allowed = ${settings.attempts_allowed},
      phone_verification = ${settings.phone_verification}, shuffle_questions = ${settings.shuffle_questions},
      shuffle_options = ${settings.shuffle_options}, release = ${settings.release},
      bands = ${JSON.stringify(settings.bands)}::jsonb, pass_percent = ${settings.pass_percent},
      roadmap = ${JSON.stringify(settings.roadmap)}::jsonb, revision = revision + 1, updated_at = ${now},
      updated_by = ${by}
    where client_id = ${clientId} and id = ${assessmentId}`.execute(db)
  await replaceDrawSettings(db, { clientId, assessmentId }, settings)
}

/** Replaces the rules and fixed questions. */
const replaceDrawSettings = async (
  db: TenantDb,
  { clientId, assessmentId }: AssessmentKey,
  { rules: newRules, fixed }: Pick<AssessmentSettings, 'rules' | 'fixed'>,
): Promise<void> => {
  await sql`delete from assessment_rule where client_id = ${clientId} and assessment_id = ${assessmentId}`.execute(
    db,
  )
  await sql`
    insert into assessment_rule (client_id, assessment_id, position, topic_id, difficulty, count)
    select ${clientId}, ${assessmentId}, r.n - 1, (r.rule ->> 'topic_id')::integer, r.rule ->> 'difficulty',
      (r.rule ->> 'count')::integer
    from jsonb_array_elements(${JSON.stringify(newRules)}::jsonb) with ordinality as r(rule, n)`.execute(db)
  await sql`
    delete from assessment_fixed_question
    where client_id = ${clientId} and assessment_id = ${assessmentId}`.execute(db)
  await sql`
    insert into assessment_fixed_question (client_id, assessment_id, question_id, position)
    select ${clientId}, ${assessmentId}, f.id, f.n - 1
    from unnest(${fixed}::integer[]) with ordinality as f(id, n)`.execute(db)
}

export const setStatus = async (
  db: TenantDb,
  { clientId, assessmentId }: AssessmentKey,
  status: AssessmentStatus,
  { now, by }: Authorship,
): Promise<void> => {
  await sql`
    update assessment set status = ${status}, revision = revision + 1, updated_at = ${now}, updated_by = ${by}
    where client_id = ${clientId} and id = ${assessmentId}`.execute(db)
}

/** Archives an assessment or takes it out of the archive. */
export const setArchived = async (
  db: TenantDb,
  { clientId, assessmentId }: AssessmentKey,
  archived: boolean,
  { now, by }: Authorship,
): Promise<void> => {
  await sql`
    update assessment set archived_at = ${archived ? now : null}::timestamptz, updated_at = ${now}, updated_by = ${by}
    where client_id = ${clientId} and id = ${assessmentId}`.execute(db)
}

export const deleteAssessment = async (
  db: TenantDb,
  { clientId, assessmentId }: AssessmentKey,
): Promise<void> => {
  await sql`delete from assessment where client_id = ${clientId} and id = ${assessmentId}`.execute(db)
}

/** Which of these ids are questions of the bank, and which are courses of the tenant. */
export const knownIds = async (
  db: TenantDb,
  clientId: number,
  { questions, courses }: { questions: readonly number[]; courses: readonly number[] },
): Promise<{ questions: Set<number>; courses: Set<number> }> => {
  const { rows } = await sql<{ questions: number[]; courses: number[] }>`
    select
      array(select id from bank_question
        where client_id = ${clientId} and id = any(${questions as number[]}::integer[])) as questions,
      array(select id from course
        where client_id = ${clientId} and id = any(${courses as number[]}::integer[])) as courses`.execute(db)
  return { questions: new Set(rows[0]?.questions), courses: new Set(rows[0]?.courses) }
}

export const publishedCourses = async (
  db: TenantDb,
  clientId: number,
): Promise<{ id: number; title: string }[]> => {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from course where client_id = ${clientId} and status = 'published'
    order by title, id limit 500`.execute(db)
  return rows
}
