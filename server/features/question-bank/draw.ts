import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { chooseQuestions, type Drawing, type DrawnQuestion } from './choose.ts'

interface DrawingRow extends Omit<Drawing, 'fixed'> {
  fixed: (Drawing['fixed'][number] & { retired: boolean })[]
}

/**
 * Draws the questions of one attempt in one round trip; the seed decides, so the same seed draws the same from the same
 * bank. Null when the bank has not enough, or there is no such assessment. Nothing of a question's words or key is read.
 */
export const drawQuestions = async (
  db: TenantDb,
  clientId: number,
  assessment: { readonly id: number },
  seed: string,
): Promise<DrawnQuestion[] | null> => {
  const lot = String(createHash('sha256').update(seed).digest().readBigInt64BE())
  // The seed orders the whole bank; only as many of each topic and difficulty travel as the rules could take.
  const { rows } = await sql<DrawingRow>`
    with rule as (
      select topic_id, difficulty, count, position from assessment_rule
      where client_id = ${clientId} and assessment_id = ${assessment.id}
    ), own as (
      select q.id, q.version, q.topic_id, q.difficulty, q.state = 'retired' as retired, f.position
      from assessment_fixed_question f
      join bank_question q on q.client_id = f.client_id and q.id = f.question_id
      where f.client_id = ${clientId} and f.assessment_id = ${assessment.id}
    ), need as (
      select topic_id, sum(count) as many from rule group by topic_id
    ), lots as (
      select p.*, need.topic_id, d.difficulty
      from need cross join unnest(array['easy', 'medium', 'hard']) as d(difficulty)
      cross join lateral (
        select q.id, q.version, hashint4extended(q.id, ${lot}::bigint) as by
        from bank_question q
        where q.client_id = ${clientId} and q.state = 'active' and q.topic_id = need.topic_id
          and q.difficulty = d.difficulty and q.id not in (select id from own)
        order by 3 limit need.many
      ) p
    )
    select a.shuffle_questions, a.shuffle_options,
      coalesce((select json_agg(json_build_object('topic_id', r.topic_id, 'difficulty', r.difficulty, 'count', r.count)
        order by r.position) from rule r), '[]') as rules,
      coalesce((select json_agg(json_build_object('id', o.id, 'version', o.version, 'topic_id', o.topic_id,
        'difficulty', o.difficulty, 'retired', o.retired) order by o.position, o.id) from own o), '[]') as fixed,
      coalesce((select json_agg(json_build_object('id', l.id, 'version', l.version, 'topic_id', l.topic_id,
        'difficulty', l.difficulty) order by l.by) from lots l), '[]') as pool
    from assessment a where a.client_id = ${clientId} and a.id = ${assessment.id}`.execute(db)
  const row = rows[0]
  if (!row || row.fixed.some(({ retired }) => retired)) return null
  const fixed = row.fixed.map(({ id, version, topic_id, difficulty }) => ({
    id,
    version,
    topic_id,
    difficulty,
  }))
  return chooseQuestions({ ...row, fixed }, seed)
}
