import { sql } from 'kysely'
import type { AssessmentStatus } from '#contract/assessments/admin/authoring.ts'
import {
  findShortage,
  type AssessmentFinding,
  type DrawRule,
  type FixedQuestion,
} from '#contract/assessments/admin/draw-rules.ts'
import type { Stock } from '#contract/question-bank/question-bank.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { topicList } from './questions.repository.ts'

/**
 * Serializes changes of the bank's stock: two changes that each leave just enough would together leave too little.
 */
export const lockStock = async (db: TenantDb, clientId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank-stock:${clientId}`}, 0))`.execute(db)
}

export const stockOf = async (
  db: TenantDb,
  clientId: number,
): Promise<(topicId: number) => Stock | undefined> => {
  const stocks = new Map((await topicList(db, clientId)).map(({ id, stock }) => [id, stock]))
  return (topicId) => stocks.get(topicId)
}

interface AssessmentNeeds {
  id: number
  title: string
  rules: DrawRule[]
  fixed: FixedQuestion[]
}
const needsOf = async (
  db: TenantDb,
  clientId: number,
  selection: { ids: readonly number[] } | { status: AssessmentStatus },
): Promise<AssessmentNeeds[]> => {
  const { rows } = await sql<AssessmentNeeds>`
    select a.id, a.texts -> a.language ->> 'title' as title,
      coalesce((select json_agg(json_build_object('topic_id', r.topic_id, 'difficulty', r.difficulty, 'count', r.count)
        order by r.position) from assessment_rule r
        where r.client_id = a.client_id and r.assessment_id = a.id), '[]') as rules,
      coalesce((select json_agg(json_build_object('id', q.id, 'topic_id', q.topic_id, 'difficulty', q.difficulty,
        'state', q.state) order by f.position) from assessment_fixed_question f
        join bank_question q on q.client_id = f.client_id and q.id = f.question_id
        where f.client_id = a.client_id and f.assessment_id = a.id), '[]') as fixed
    from assessment a where a.client_id = ${clientId}
      and ${'ids' in selection ? sql`a.id = any(${selection.ids as number[]}::integer[])` : sql`a.status = ${selection.status}`}`.execute(
    db,
  )
  return rows
}

/** What prevents each of these assessments from being taken. */
export const findingsOf = async (
  db: TenantDb,
  clientId: number,
  ids: readonly number[],
): Promise<Map<number, AssessmentFinding[]>> => {
  const stockByTopic = await stockOf(db, clientId)
  const needs = await needsOf(db, clientId, { ids })
  return new Map(needs.map(({ id, rules, fixed }) => [id, findShortage(rules, fixed, stockByTopic)]))
}

/** Titles by id of active assessments that the bank has too few questions for. */
export const activeWithShortage = async (db: TenantDb, clientId: number): Promise<Map<number, string>> => {
  const stockByTopic = await stockOf(db, clientId)
  const needs = await needsOf(db, clientId, { status: 'active' })
  return new Map(
    needs
      .filter(({ rules, fixed }) => findShortage(rules, fixed, stockByTopic).length > 0)
      .map(({ id, title }) => [id, title]),
  )
}
