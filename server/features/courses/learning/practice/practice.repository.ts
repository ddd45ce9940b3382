import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { PracticeResult } from '#contract/courses/practice.ts'
import type { QuizGrade } from '#contract/courses/quiz.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Learner } from '../progress.repository.ts'
import type { StoredAuthored, StoredShown } from '../quiz/quiz-questions.ts'
import './practice.tables.ts'
import type { Spacing } from './spacing.ts'

/** The questions of a grade that were answered, and not fully right. */
export const mistakesIn = (grade: Pick<QuizGrade, 'questions'>): number[] =>
  grade.questions
    .filter(({ verdict }) => verdict === 'wrong' || verdict === 'partial')
    .map(({ question_id }) => question_id)

export interface Mistakes {
  userId: number
  courseId: number
  itemId: number
  questionIds: readonly number[]
  spacing: Spacing
  at: Date
}

/** A question that was wrong again starts over. Questions that the author has removed are left out. */
export const recordMistakes = async (
  db: TenantDb,
  clientId: number,
  { userId, courseId, itemId, questionIds, spacing, at }: Mistakes,
): Promise<void> => {
  if (questionIds.length === 0) return
  await sql`
    insert into practice_question (client_id, user_id, question_id, course_id, item_id, streak, due_on, since)
    select q.client_id, ${userId}, q.id, ${courseId}, ${itemId}, ${spacing.streak}, ${spacing.dueOn}::date, ${at}
    from quiz_question q
    where q.client_id = ${clientId} and q.item_id = ${itemId} and q.id = any(${[...questionIds]})
    on conflict (client_id, user_id, question_id)
      do update set streak = excluded.streak, due_on = excluded.due_on`.execute(db)
}

/**
 * The learner's questions that may be practised: the course is still open to them, and the quiz shows its right answers
 * to this learner by now (`isRevealed` in quiz/grade.ts; a test compares).
 */
const practisable = ({ clientId, userId }: Learner) => sql`
  practice_question p
  join quiz_question q on q.client_id = p.client_id and q.id = p.question_id
  join item_quiz z on z.client_id = p.client_id and z.item_id = p.item_id
  join course_item i on i.client_id = p.client_id and i.id = p.item_id and i.topic_id is not null
  join course c on c.client_id = p.client_id and c.id = p.course_id and c.status = 'published'
  join enrolment e on e.client_id = p.client_id and e.user_id = p.user_id and e.course_id = p.course_id
    and e.left_at is null
  left join item_progress g on g.client_id = p.client_id and g.user_id = p.user_id and g.item_id = p.item_id
  where p.client_id = ${clientId} and p.user_id = ${userId}
    and (z.reveal = 'always' or (z.reveal = 'done' and (
      coalesce(g.best_percent, 0) >= z.pass_percent or coalesce(g.attempts, 0) >= z.attempts_limit)))`

export interface PracticeCounts {
  due: number
  later: number
  learned: number
  next_on: string | null
}

export const practiceCounts = async (
  db: TenantDb,
  learner: Learner,
  today: string,
): Promise<PracticeCounts> => {
  const { rows } = await sql<PracticeCounts>`
    select count(*) filter (where p.due_on <= ${today}::date)::integer as due,
      count(*) filter (where p.due_on > ${today}::date)::integer as later,
      count(*) filter (where p.due_on is null)::integer as learned,
      (min(p.due_on) filter (where p.due_on > ${today}::date))::text as next_on
    from ${practisable(learner)}`.execute(db)
  return rows[0] ?? { due: 0, later: 0, learned: 0, next_on: null }
}

export interface DueRow {
  questionId: number
  courseId: number
  itemId: number
  topicId: number
  streak: number
  shown: StoredShown
  /** Translated into the requested language. */
  isTranslated: boolean
  /** The right order of items to be sorted, which nobody may find already done. */
  solved: string[] | null
}

/** Longest due first. The answer key stays in the database. */
export const dueQuestions = async (
  db: TenantDb,
  learner: Learner,
  { today, language, limit }: { today: string; language: Language; limit: number },
): Promise<DueRow[]> => {
  const { rows } = await sql<DueRow>`
    select p.question_id as "questionId", p.course_id as "courseId", p.item_id as "itemId", i.topic_id as "topicId",
      p.streak, coalesce(q.shown_in -> ${language}, q.shown) as shown, q.shown_in ? ${language} as "isTranslated",
      case q.kind when 'ordering' then jsonb_path_query_array(q.authored, '$.items[*].id') end as solved
    from ${practisable(learner)} and p.due_on <= ${today}::date
    order by p.due_on, p.question_id limit ${limit}`.execute(db)
  return rows
}

export interface PractisedRow {
  streak: number
  dueOn: string | null
  authored: StoredAuthored
}

/** One question with its key, locked: answers to it run one after another. */
export const practisedWithKey = async (
  db: TenantDb,
  learner: Learner,
  questionId: number,
): Promise<PractisedRow | undefined> => {
  const { rows } = await sql<PractisedRow>`
    select p.streak, p.due_on::text as "dueOn", q.authored
    from ${practisable(learner)} and p.question_id = ${questionId} for update of p`.execute(db)
  return rows[0]
}

export const practiceAnswerOf = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  answerId: string,
): Promise<{ questionId: number; answerSent: PracticeResult } | undefined> => {
  const row = await db
    .selectFrom('practice_answer')
    .select(['question_id', 'answer_sent'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('answer_id', '=', answerId)
    .executeTakeFirst()
  return row && { questionId: row.question_id, answerSent: row.answer_sent as PracticeResult }
}

export const savePracticeAnswer = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  answer: { answerId: string; questionId: number; spacing: Spacing; answerSent: PracticeResult; now: Date },
): Promise<void> => {
  const { answerId, questionId, spacing, answerSent, now } = answer
  await db
    .updateTable('practice_question')
    .set({ streak: spacing.streak, due_on: spacing.dueOn, answered_at: now })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('question_id', '=', questionId)
    .execute()
  await db
    .insertInto('practice_answer')
    .values({
      client_id: clientId,
      user_id: userId,
      answer_id: answerId,
      question_id: questionId,
      answer_sent: JSON.stringify(answerSent),
      created_at: now,
    })
    .execute()
}

/** The time zone that decides the learner's calendar day. */
export const zoneOf = async (db: TenantDb, { clientId, userId }: Learner): Promise<string> => {
  const row = await db
    .selectFrom('app_user')
    .select('time_zone')
    .where('client_id', '=', clientId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.time_zone ?? 'UTC'
}
