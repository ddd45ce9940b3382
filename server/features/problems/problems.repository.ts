import './problems.tables.ts'
import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type {
  AuthoredProblem,
  ProblemAnswer,
  ShownProblem,
  SubmissionState,
} from '#contract/problems/problems.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Verdict } from './grade.ts'
import type { StoredMark } from './problems.tables.ts'

export interface LearnerItem {
  clientId: number
  userId: number
  itemId: number
}

/** Learners' pages use this query, which never reads the answer key (E8). */
export const shownProblem = async (
  db: TenantDb,
  { clientId, itemId }: LearnerItem,
  language?: Language,
): Promise<ShownProblem | undefined> => {
  const row = await db
    .selectFrom('item_problem')
    .select(language ? sql<ShownProblem>`coalesce(shown_in -> ${language}, shown)`.as('shown') : 'shown')
    .where('client_id', '=', clientId)
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  return row?.shown
}

export const authoredProblem = async (
  db: TenantDb,
  { clientId, itemId }: LearnerItem,
): Promise<AuthoredProblem | undefined> => {
  const row = await db
    .selectFrom('item_problem')
    .select('authored')
    .where('client_id', '=', clientId)
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  return row?.authored
}

export interface Draft {
  answer: ProblemAnswer
  revision: number
  savedAt: Date
}

/** With `lock`, the row stays locked until the transaction ends. */
export const draftOf = (db: TenantDb, item: LearnerItem, lock = false): Promise<Draft | undefined> => {
  const query = db
    .selectFrom('problem_draft')
    .select(['answer', 'revision', 'saved_at as savedAt'])
    .where('client_id', '=', item.clientId)
    .where('user_id', '=', item.userId)
    .where('item_id', '=', item.itemId)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

/** Returns false when another request wrote the first draft at the same moment. */
export const writeDraft = async (db: TenantDb, item: LearnerItem, draft: Draft): Promise<boolean> => {
  const values = {
    answer: JSON.stringify(draft.answer),
    revision: draft.revision,
    saved_at: draft.savedAt,
  }
  const result = await db
    .insertInto('problem_draft')
    .values({ client_id: item.clientId, user_id: item.userId, item_id: item.itemId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'user_id', 'item_id'])
        .doUpdateSet(values)
        .where('problem_draft.revision', '<', draft.revision),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export interface Ticket {
  ticket: string
  answerHash: string
  authored: AuthoredProblem
  expiresAt: Date
}

/** A new ticket replaces the learner's earlier one. */
export const writeTicket = async (db: TenantDb, item: LearnerItem, ticket: Ticket): Promise<void> => {
  const values = {
    ticket: ticket.ticket,
    answer_hash: ticket.answerHash,
    authored: JSON.stringify(ticket.authored),
    expires_at: ticket.expiresAt,
  }
  await db
    .insertInto('problem_ticket')
    .values({ client_id: item.clientId, user_id: item.userId, item_id: item.itemId, ...values })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id', 'item_id']).doUpdateSet(values))
    .execute()
}

/** Deletes the ticket: it can be used once. */
export const redeemTicket = (db: TenantDb, item: LearnerItem, ticket: string): Promise<Ticket | undefined> =>
  db
    .deleteFrom('problem_ticket')
    .where('client_id', '=', item.clientId)
    .where('user_id', '=', item.userId)
    .where('item_id', '=', item.itemId)
    .where('ticket', '=', ticket)
    .returning(['ticket', 'answer_hash as answerHash', 'authored', 'expires_at as expiresAt'])
    .executeTakeFirst()

export interface SubmissionRow {
  id: number
  user_id: number
  course_id: number
  item_id: number
  kind: AuthoredProblem['kind']
  state: SubmissionState
  answer: ProblemAnswer
  authored: AuthoredProblem
  tests: Verdict['tests']
  passed: number
  total: number
  points: number
  points_earned: number | null
  marks: StoredMark[] | null
  comment: string
  graded_at: Date | null
  created_at: Date
  grader: string | null
}

const submissions = (db: TenantDb, clientId: number) =>
  db
    .selectFrom('problem_submission as s')
    .leftJoin('app_user as g', (join) =>
      join.onRef('g.client_id', '=', 's.client_id').onRef('g.id', '=', 's.grader_id'),
    )
    .select([
      's.id',
      's.user_id',
      's.course_id',
      's.item_id',
      's.kind',
      's.state',
      's.answer',
      's.authored',
      's.tests',
      's.passed',
      's.total',
      's.points',
      's.points_earned',
      's.marks',
      's.comment',
      's.graded_at',
      's.created_at',
      'g.full_name as grader',
    ])
    .where('s.client_id', '=', clientId)

export const submissionById = (
  db: TenantDb,
  clientId: number,
  id: number,
): Promise<SubmissionRow | undefined> => submissions(db, clientId).where('s.id', '=', id).executeTakeFirst()

export const submissionByKey = (
  db: TenantDb,
  { clientId, userId }: Pick<LearnerItem, 'clientId' | 'userId'>,
  key: string,
): Promise<SubmissionRow | undefined> =>
  submissions(db, clientId)
    .where('s.user_id', '=', userId)
    .where('s.idempotency_key', '=', key)
    .executeTakeFirst()

export type SubmissionHead = Pick<
  SubmissionRow,
  'id' | 'state' | 'passed' | 'total' | 'points' | 'points_earned' | 'created_at'
>

/** Newest first. */
export const latestSubmissions = (
  db: TenantDb,
  item: LearnerItem,
  limit: number,
): Promise<SubmissionHead[]> =>
  db
    .selectFrom('problem_submission')
    .select(['id', 'state', 'passed', 'total', 'points', 'points_earned', 'created_at'])
    .where('client_id', '=', item.clientId)
    .where('user_id', '=', item.userId)
    .where('item_id', '=', item.itemId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export interface ProblemStatusRow {
  attempts: number
  solved: boolean
  bestPoints: number | null
}

export const problemStatusRow = async (db: TenantDb, item: LearnerItem): Promise<ProblemStatusRow> => {
  const row = await db
    .selectFrom('problem_submission')
    .select((eb) => [
      eb.fn.countAll<number>().as('attempts'),
      eb.fn.max('points_earned').as('bestPoints'),
      eb.fn.coalesce(eb.fn<boolean>('bool_or', [eb('state', '=', 'accepted')]), eb.val(false)).as('solved'),
    ])
    .where('client_id', '=', item.clientId)
    .where('user_id', '=', item.userId)
    .where('item_id', '=', item.itemId)
    .executeTakeFirstOrThrow()
  return { attempts: Number(row.attempts), bestPoints: row.bestPoints, solved: row.solved }
}

/** Marks a submission that waits for a grade as replaced by a newer answer. */
export const replaceWaiting = async (db: TenantDb, item: LearnerItem): Promise<void> => {
  await db
    .updateTable('problem_submission')
    .set({ state: 'replaced' })
    .where('client_id', '=', item.clientId)
    .where('user_id', '=', item.userId)
    .where('item_id', '=', item.itemId)
    .where('state', '=', 'waiting')
    .execute()
}

export const addSubmission = async (
  db: TenantDb,
  item: LearnerItem,
  entry: {
    courseId: number
    key: string
    answer: ProblemAnswer
    problem: AuthoredProblem
    verdict: Verdict
    now: Date
  },
): Promise<number> => {
  const { verdict, problem } = entry
  const row = await db
    .insertInto('problem_submission')
    .values({
      client_id: item.clientId,
      user_id: item.userId,
      course_id: entry.courseId,
      item_id: item.itemId,
      idempotency_key: entry.key,
      kind: problem.kind,
      state: verdict.state,
      answer: JSON.stringify(entry.answer),
      authored: JSON.stringify(problem),
      tests: JSON.stringify(verdict.tests),
      passed: verdict.passed,
      total: verdict.total,
      points: problem.points,
      points_earned: verdict.pointsEarned,
      created_at: entry.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Counts problems with an accepted submission. */
export const problemsSolved = async (db: TenantDb, userId: number): Promise<number> => {
  const row = await db
    .selectFrom('problem_submission')
    .select((eb) => eb.fn.count<number>('item_id').distinct().as('solved'))
    .where('client_id', '=', sql<number>`current_client_id()`)
    .where('user_id', '=', userId)
    .where('state', '=', 'accepted')
    .executeTakeFirst()
  return Number(row?.solved ?? 0)
}
