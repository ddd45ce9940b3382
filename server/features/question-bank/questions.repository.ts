import { sql, type RawBuilder } from 'kysely'
import type { Letter } from '#contract/assessments/shapes.ts'
import { keepsOrder } from '#contract/courses/option-order.ts'
import type { Language } from '#contract/languages.ts'
import type {
  BankTopic,
  Difficulty,
  QuestionDraft,
  QuestionState,
  QuestionWords,
} from '#contract/question-bank/question-bank.ts'
import type { TenantDb } from '#server/core/db/database.ts'

type Texts = Partial<Record<Language, QuestionWords>>
/** Texts without explanations, as learners may see them. */
type Shown = Partial<Record<Language, Omit<QuestionWords, 'explanation'>>>

export interface QuestionKey {
  clientId: number
  questionId: number
}
interface Content {
  language: Language
  shown: Shown
  answer: Letter
  explanations: Partial<Record<Language, string>>
}
export interface QuestionRow extends Content {
  id: number
  topic_id: number
  difficulty: Difficulty
  tags: string[]
  state: QuestionState
  keep_order: boolean
  version: number
  options_of: number
  updated_at: Date
  by_id: number | null
  by_name: string | null
}
export interface VersionRow extends Content {
  version: number
  options_of: number
  note: string
  created_at: Date
  by_id: number | null
  by_name: string | null
}

export const textsOf = ({ shown, explanations }: Pick<Content, 'shown' | 'explanations'>): Texts =>
  Object.fromEntries(
    Object.entries(shown).map(([language, text]) => [
      language,
      { ...text, explanation: explanations[language as Language] ?? '' },
    ]),
  )
const splitTexts = (texts: Texts) => ({
  shown: Object.fromEntries(
    Object.entries(texts).map(([language, { prompt, options }]) => [language, { prompt, options }]),
  ),
  explanations: Object.fromEntries(
    Object.entries(texts).map(([language, { explanation }]) => [language, explanation]),
  ),
})

/* ---- topics ---- */

interface TopicRow extends Omit<BankTopic, 'stock'> {
  easy: number
  medium: number
  hard: number
}
const topicsSql = (clientId: number) => sql<TopicRow>`
  select t.id, t.slug as key, t.names,
    count(q.id) filter (where q.difficulty = 'easy')::integer as easy,
    count(q.id) filter (where q.difficulty = 'medium')::integer as medium,
    count(q.id) filter (where q.difficulty = 'hard')::integer as hard
  from bank_topic t
  left join bank_question q on q.client_id = t.client_id and q.topic_id = t.id and q.state = 'active'
  where t.client_id = ${clientId} group by t.client_id, t.id order by t.position, t.id`

export const topicList = async (db: TenantDb, clientId: number): Promise<BankTopic[]> => {
  const { rows } = await topicsSql(clientId).execute(db)
  return rows.map(({ easy, medium, hard, ...topic }) => ({ ...topic, stock: { easy, medium, hard } }))
}

/** Creates or renames the topic with this key. */
export const putTopic = async (
  db: TenantDb,
  clientId: number,
  key: string,
  names: Partial<Record<Language, string>>,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into bank_topic (client_id, slug, names, position)
    values (${clientId}, ${key}, ${JSON.stringify(names)}::jsonb,
      (select coalesce(max(position) + 1, 0) from bank_topic where client_id = ${clientId}))
    on conflict (client_id, slug) do update set names = excluded.names returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/* ---- questions ---- */

const authorColumns = (column: 'q.created_by' | 'v.created_by') => sql`
  ${sql.ref(column)} as by_id,
  (select u.full_name from app_user u where u.client_id = v.client_id and u.id = ${sql.ref(column)}) as by_name`
const columns = sql`q.id, q.topic_id, q.difficulty, q.tags, q.state, q.keep_order, q.version, q.updated_at, v.language, v.shown,
  v.answer, v.explanations, v.options_of, ${authorColumns('v.created_by')}`
const fromNewest = sql`from bank_question q join bank_question_version v
  on v.client_id = q.client_id and v.question_id = q.id and v.version = q.version`

/** A question with its newest version; with `lock` it is locked against concurrent changes. */
export const questionRow = async (
  db: TenantDb,
  { clientId, questionId }: QuestionKey,
  lock = false,
): Promise<QuestionRow | undefined> => {
  // Lock first: a single joined statement would still return the version from before the wait.
  if (lock)
    await sql`select id from bank_question where client_id = ${clientId} and id = ${questionId} for update`.execute(
      db,
    )
  const { rows } = await sql<QuestionRow>`
    select ${columns} ${fromNewest} where q.client_id = ${clientId} and q.id = ${questionId}`.execute(db)
  return rows[0]
}

export interface ListFilter {
  clientId: number
  search: string
  topicId: number | null
  difficulty: Difficulty | null
  tag: string | null
}
const fromMatching = ({ clientId, search, topicId, difficulty, tag }: ListFilter) => {
  const byId = /^#(\d{1,9})$/.exec(search)?.[1]
  // Match the texts as stored in JSON, where quotation marks and line breaks are escaped.
  const escapedSearch = JSON.stringify(search).slice(1, -1)
  const matchesText = sql`(position(lower(${escapedSearch}) in lower(v.shown::text)) > 0
    or position(lower(${search}) in lower(array_to_string(q.tags, ' '))) > 0)`
  return sql`${fromNewest} where q.client_id = ${clientId}
    and (${topicId}::integer is null or q.topic_id = ${topicId})
    and (${difficulty}::text is null or q.difficulty = ${difficulty})
    and (${tag}::text is null or ${tag} = any(q.tags))
    and ${byId ? sql`q.id = ${Number(byId)}` : search === '' ? sql`true` : matchesText}`
}

export const questionPage = async (
  db: TenantDb,
  filter: ListFilter,
  state: QuestionState,
  page: { limit: number; offset: number },
): Promise<QuestionRow[]> => {
  const { rows } = await sql<QuestionRow>`
    select ${columns} ${fromMatching(filter)} and q.state = ${state}
    order by q.updated_at desc, q.id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

export const stateCounts = async (
  db: TenantDb,
  filter: ListFilter,
): Promise<Record<QuestionState, number>> => {
  const { rows } = await sql<{ state: QuestionState; n: number }>`
    select q.state, count(*)::integer as n ${fromMatching(filter)} group by q.state`.execute(db)
  const counts = { active: 0, retired: 0 }
  for (const { state, n } of rows) counts[state] = n
  return counts
}

/** In order of creation, for files. */
export const questionsInOrder = async (
  db: TenantDb,
  filter: ListFilter,
  state: QuestionState,
): Promise<QuestionRow[]> => {
  const { rows } = await sql<QuestionRow>`
    select ${columns} ${fromMatching(filter)} and q.state = ${state} order by q.topic_id, q.id`.execute(db)
  return rows
}

/** Existing questions in a language with one of these prompts. */
export const questionsWithPrompts = async (
  db: TenantDb,
  clientId: number,
  language: Language,
  prompts: readonly string[],
): Promise<{ prompt: string; options: string[] }[]> => {
  const { rows } = await sql<{ prompt: string; options: string[] }>`
    select v.shown -> ${language}::text ->> 'prompt' as prompt, v.shown -> ${language}::text -> 'options' as options
    ${fromNewest} where q.client_id = ${clientId}
      and v.shown -> ${language}::text ->> 'prompt' = any(${prompts as string[]}::text[])`.execute(db)
  return rows
}

/** The assessments that contain the question, of those that are `visible` (assessment.policy.ts). */
export const usedIn = async (
  db: TenantDb,
  { clientId, questionId }: QuestionKey,
  visible: RawBuilder<boolean>,
): Promise<{ id: number; title: string }[]> => {
  const { rows } = await sql<{ id: number; title: string }>`
    select a.id, a.texts -> a.language ->> 'title' as title from assessment_fixed_question f
    join assessment a on a.client_id = f.client_id and a.id = f.assessment_id
    where f.client_id = ${clientId} and f.question_id = ${questionId} and ${visible} order by a.id`.execute(
    db,
  )
  return rows
}

export interface Authorship {
  now: Date
  by: number | null
}

const keepsDraftOrder = ({ keep_order: chosen, language, texts }: QuestionDraft): boolean =>
  keepsOrder({
    keep_order: chosen,
    options: (texts[language]?.options ?? []).map((text) => ({ text })),
  })

/** Adds a question with its first version. If the idempotency key was used before, returns the question created then. */
export const addQuestion = async (
  db: TenantDb,
  clientId: number,
  draft: QuestionDraft,
  { now, by: authorId, madeKey }: Authorship & { madeKey?: string },
): Promise<{ id: number; made: boolean }> => {
  const { rows } = await sql<{ id: number }>`
    insert into bank_question (client_id, topic_id, difficulty, tags, keep_order, created_at, created_by, updated_at,
      made_key)
    values (${clientId}, ${draft.topic_id}, ${draft.difficulty}, ${draft.tags}::text[], ${keepsDraftOrder(draft)}, ${now},
      ${authorId}, ${now}, ${madeKey ?? null})
    on conflict (client_id, created_by, made_key) do nothing returning id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) {
    const existing = await sql<{ id: number }>`
      select id from bank_question
      where client_id = ${clientId} and created_by = ${authorId} and made_key = ${madeKey ?? null}`.execute(
      db,
    )
    return { id: existing.rows[0]?.id ?? 0, made: false }
  }
  await addVersion(db, { clientId, questionId: id }, draft, {
    now,
    by: authorId,
    version: 1,
    optionsOf: 1,
    note: '',
  })
  return { id, made: true }
}

export const addVersion = async (
  db: TenantDb,
  { clientId, questionId }: QuestionKey,
  draft: Pick<QuestionDraft, 'language' | 'texts' | 'answer'>,
  version: Authorship & { version: number; optionsOf: number; note: string },
): Promise<void> => {
  const { shown, explanations } = splitTexts(draft.texts)
  await sql`
    insert into bank_question_version (client_id, question_id, version, language, shown, answer, explanations, options_of,
      note, created_at, created_by)
    values (${clientId}, ${questionId}, ${version.version}, ${draft.language}, ${JSON.stringify(shown)}::jsonb,
      ${draft.answer}, ${JSON.stringify(explanations)}::jsonb, ${version.optionsOf}, ${version.note}, ${version.now},
      ${version.by})`.execute(db)
}

export const setQuestion = async (
  db: TenantDb,
  { clientId, questionId }: QuestionKey,
  update: Pick<QuestionRow, 'topic_id' | 'difficulty' | 'tags' | 'state' | 'keep_order' | 'version'> & {
    now: Date
  },
): Promise<void> => {
  await sql`
    update bank_question set topic_id = ${update.topic_id}, difficulty = ${update.difficulty}, tags = ${update.tags}::text[],
      state = ${update.state}, keep_order = ${update.keep_order}, version = ${update.version}, updated_at = ${update.now}
    where client_id = ${clientId} and id = ${questionId}`.execute(db)
}

export const versionPage = async (
  db: TenantDb,
  { clientId, questionId }: QuestionKey,
  page: { limit: number; offset: number },
): Promise<VersionRow[]> => {
  const { rows } = await sql<VersionRow>`
    select v.version, v.language, v.shown, v.answer, v.explanations, v.options_of, v.note, v.created_at,
      ${authorColumns('v.created_by')}
    from bank_question_version v where v.client_id = ${clientId} and v.question_id = ${questionId}
    order by v.version desc limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}
