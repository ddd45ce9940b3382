import { createHash } from 'node:crypto'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Query } from '#server/core/db/query.ts'
import { rowsIn } from '#server/core/db/rows.ts'
import { chooseQuestions, type DrawInput, type DrawnQuestion } from './choose-questions.ts'

interface DrawInputRow extends Omit<DrawInput, 'fixed'> {
  fixed: (DrawInput['fixed'][number] & { retired: boolean })[]
}

// The seed orders the whole bank; only as many questions of each topic and difficulty are read as the rules could
// use.
const DRAW_SQL = `
  with rule as (
    select topic_id, difficulty, count, position from assessment_rule
    where client_id = $1::integer and assessment_id = $2::integer
  ), fixed_question as (
    select q.id, q.version, q.topic_id, q.difficulty, q.keep_order, q.state = 'retired' as retired, f.position
    from assessment_fixed_question f
    join bank_question q on q.client_id = f.client_id and q.id = f.question_id
    where f.client_id = $1 and f.assessment_id = $2
  ), need as (
    select topic_id, sum(count) as many from rule group by topic_id
  ), candidate as (
    select p.*, need.topic_id, d.difficulty
    from need cross join unnest(array['easy', 'medium', 'hard']) as d(difficulty)
    cross join lateral (
      select q.id, q.version, q.keep_order, hashint4extended(q.id, $3::bigint) as by
      from bank_question q
      where q.client_id = $1 and q.state = 'active' and q.topic_id = need.topic_id
        and q.difficulty = d.difficulty and q.id not in (select id from fixed_question)
      order by 4 limit need.many
    ) p
  )
  select a.shuffle_questions, a.shuffle_options,
    coalesce((select json_agg(json_build_object('topic_id', r.topic_id, 'difficulty', r.difficulty, 'count', r.count)
      order by r.position) from rule r), '[]') as rules,
    coalesce((select json_agg(json_build_object('id', o.id, 'version', o.version, 'topic_id', o.topic_id,
      'difficulty', o.difficulty, 'keep_order', o.keep_order, 'retired', o.retired) order by o.position, o.id) from fixed_question o), '[]') as fixed,
    coalesce((select json_agg(json_build_object('id', l.id, 'version', l.version, 'topic_id', l.topic_id,
      'difficulty', l.difficulty, 'keep_order', l.keep_order) order by l.by) from candidate l), '[]') as pool
  from assessment a where a.client_id = $1 and a.id = $2`

/**
 * Reads the input of a draw, without texts and keys. The same seed draws the same questions from the same bank.
 */
export const drawingQuery = (clientId: number, assessmentId: number, seed: string): Query => ({
  name: 'question-bank.draw',
  text: DRAW_SQL,
  values: [clientId, assessmentId, String(createHash('sha256').update(seed).digest().readBigInt64BE())],
})

/**
 * Draws from the rows of `drawingQuery`. Null when the bank has too few questions or the assessment does not exist.
 */
export const drawnFrom = (rows: readonly unknown[], seed: string): DrawnQuestion[] | null => {
  const [row] = rows as readonly DrawInputRow[]
  if (!row || row.fixed.some(({ retired }) => retired)) return null
  const fixed = row.fixed.map(({ id, version, topic_id, difficulty, keep_order }) => ({
    id,
    version,
    topic_id,
    difficulty,
    keep_order,
  }))
  return chooseQuestions({ ...row, fixed }, seed)
}

/** Draws the questions of one attempt in one round trip. */
export const drawQuestions = async (
  db: TenantDb,
  clientId: number,
  assessment: { readonly id: number },
  seed: string,
): Promise<DrawnQuestion[] | null> =>
  drawnFrom(await rowsIn(db)(drawingQuery(clientId, assessment.id, seed)), seed)
