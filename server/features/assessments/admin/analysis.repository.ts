import { sql } from 'kysely'
import type { Letter } from '#contract/assessments/shapes.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface ItemCounts {
  question_id: number
  version: number
  topic_id: number
  attempts: number
  hits: number
  /** Correlation of answering this question right with the share of the other questions that were right. */
  discrimination: number | null
  /**
   * How often each of the author's letters was chosen: A, B, C, D, none; then the same for the upper and the lower
   * group.
   */
  chosen: number[]
  upper: number[]
  lower: number[]
}

/** Share of all attempts in the upper and in the lower group (Kelley). */
const GROUP_SHARE = 0.27

const letterCounts = (filter: string) =>
  sql.raw(
    `array[${['A', 'B', 'C', 'D']
      .map((letter) => `sum(n) filter (where picked = '${letter}'${filter})`)
      .concat(`sum(n) filter (where picked is null${filter})`)
      .map((each) => `coalesce(${each}, 0)`)
      .join(', ')}]::integer[]`,
  )

export interface CachedItemCounts {
  counts: ItemCounts[]
  counted_at: Date
}

/** The cached counts, if nothing that they were counted from has changed since. */
const cachedCounts = async (
  db: TenantDb,
  clientId: number,
  assessmentId: number,
  basis: string,
): Promise<CachedItemCounts | undefined> => {
  const { rows } = await sql<CachedItemCounts>`
    select counts, counted_at from assessment_item_counts
    where client_id = ${clientId} and assessment_id = ${assessmentId} and basis = ${basis}`.execute(db)
  return rows[0]
}

/** Counts only when the cache is outdated; simultaneous callers wait for the same count. */
export const itemCountsOf = async (
  db: TenantDb,
  clientId: number,
  assessmentId: number,
  now: Date,
): Promise<CachedItemCounts> => {
  // Read the basis before counting: an attempt that ends meanwhile makes the next reader count again.
  const readBasis = async () => {
    const { rows } = await sql<{ basis: string }>`
      select item_counts_basis(${clientId}, ${assessmentId}) as basis`.execute(db)
    return rows[0]?.basis ?? ''
  }
  const cached = await cachedCounts(db, clientId, assessmentId, await readBasis())
  if (cached) return cached
  await sql`select pg_advisory_xact_lock(hashtextextended(${`items:${clientId}:${assessmentId}`}, 0))`.execute(
    db,
  )
  const basis = await readBasis()
  const countedMeanwhile = await cachedCounts(db, clientId, assessmentId, basis)
  if (countedMeanwhile) return countedMeanwhile
  const counts = await countItems(db, clientId, assessmentId)
  await sql`
    insert into assessment_item_counts (client_id, assessment_id, basis, counts, counted_at)
    values (${clientId}, ${assessmentId}, ${basis}, ${JSON.stringify(counts)}::jsonb, ${now})
    on conflict (client_id, assessment_id) do update
      set basis = excluded.basis, counts = excluded.counts, counted_at = excluded.counted_at`.execute(db)
  return { counts, counted_at: now }
}

/**
 * How each question worked in all finished attempts, in one pass over their answers. Answers that were counted late are
 * left out: they are few and say nothing about a question.
 */
const countItems = async (db: TenantDb, clientId: number, assessmentId: number): Promise<ItemCounts[]> => {
  const { rows } = await sql<ItemCounts>`
    with ranked as materialized (
      select a.id, a.right_answers, a.questions,
        row_number() over (order by a.percent desc, a.id) as rank, count(*) over () as of_all
      from assessment_attempt a
      where a.client_id = ${clientId} and a.assessment_id = ${assessmentId} and a.state = 'submitted'
    ), keys as materialized (
      select v.question_id, v.version, coalesce(f.letters, array[v.answer]) as letters
      from bank_question_version v
      left join question_key_fix f
        on f.client_id = v.client_id and f.question_id = v.question_id and f.version = v.version
      where v.client_id = ${clientId}
    ), marked as (
      select q.question_id, q.version, q.topic_id, r.right_answers, r.questions,
        case when r.rank <= ceil(r.of_all * ${GROUP_SHARE}::float8) then 'upper'
          when r.rank > r.of_all - ceil(r.of_all * ${GROUP_SHARE}::float8) then 'lower' end as part,
        substr(q.option_order, strpos('ABCD', a.choice), 1) as picked
      from ranked r
      join attempt_question q on q.client_id = ${clientId} and q.attempt_id = r.id
      left join attempt_answer a
        on a.client_id = ${clientId} and a.attempt_id = q.attempt_id and a.position = q.position
    ), tallied as (
      -- Group equal rows: the correlation consists of sums, which a few hundred groups yield as well as a million rows.
      select question_id, version, topic_id, right_answers, questions, part, picked, count(*) as n
      from marked group by question_id, version, topic_id, right_answers, questions, part, picked
    ), judged as (
      select t.*, case when cardinality(k.letters) = 4 then 1
          when t.picked = any (k.letters) then 1 else 0 end as hit
      from tallied t join keys k on k.question_id = t.question_id and k.version = t.version
    ), scored as (
      select j.*, (j.right_answers - j.hit)::float8 / greatest(j.questions - 1, 1) as rest from judged j
    ), items as (
      select question_id, version, min(topic_id) as topic_id, sum(n)::integer as attempts, sum(n * hit)::integer as hits,
        sum(n)::float8 as sn, sum(n * hit)::float8 as sx, sum(n * rest) as sy, sum(n * hit * rest) as sxy,
        sum(n * rest * rest) as syy, ${letterCounts('')} as chosen, ${letterCounts(` and part = 'upper'`)} as upper,
        ${letterCounts(` and part = 'lower'`)} as lower
      from scored group by question_id, version
    )
    select question_id, version, topic_id, attempts, hits, chosen, upper, lower,
      case when sn * sx - sx * sx > 1e-9 and sn * syy - sy * sy > 1e-9
        then (sn * sxy - sx * sy) / sqrt((sn * sx - sx * sx) * (sn * syy - sy * sy)) end as discrimination
    from items order by question_id, version`.execute(db)
  return rows
}

export interface ItemText {
  question_id: number
  version: number
  newest_version: number
  language: Language
  shown: { [L in Language]?: { prompt: string; options: string[] } }
  letters: Letter[]
  newest_letter: Letter
  key_corrected: boolean
}

/** Texts and keys of these versions. */
export const itemTexts = async (
  db: TenantDb,
  clientId: number,
  items: readonly { question_id: number; version: number }[],
): Promise<ItemText[]> => {
  const versions = items.map(({ question_id, version }) => ({ question_id, version }))
  const { rows } = await sql<ItemText>`
    select v.question_id, v.version, b.version as newest_version, v.language, v.shown,
      coalesce(f.letters, array[v.answer]) as letters, f.letters is not null as key_corrected,
      (select w.answer from bank_question_version w where w.client_id = v.client_id and w.question_id = v.question_id
        and w.options_of = v.options_of order by w.version desc limit 1) as newest_letter
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as k(question_id integer, version integer)
    join bank_question_version v
      on v.client_id = ${clientId} and v.question_id = k.question_id and v.version = k.version
    join bank_question b on b.client_id = v.client_id and b.id = v.question_id
    left join question_key_fix f
      on f.client_id = v.client_id and f.question_id = v.question_id and f.version = v.version`.execute(db)
  return rows
}
