import './problems.tables.ts'
import { sql } from 'kysely'
import type { ProblemKind } from '#contract/problems/problems.ts'
import { likePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { SubmissionHead } from './problems.repository.ts'
import type { StoredMark } from './problems.tables.ts'

export interface Grader {
  clientId: number
  userId: number
  /** False for an instructor, who grades only in the courses that they teach (rules: Learning). */
  everywhere: boolean
}

const teaches = ({ everywhere, userId }: Grader) =>
  everywhere
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from course_instructor ci where ci.client_id = s.client_id
        and ci.course_id = s.course_id and ci.user_id = ${userId})`

export interface GradableRow extends SubmissionHead {
  kind: ProblemKind
  learner_id: number
  learner: string
  course_id: number
  course: string
  item_title: string
}

const gradable = (db: TenantDb, grader: Grader) =>
  db
    .selectFrom('problem_submission as s')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.client_id', '=', 's.client_id').onRef('u.id', '=', 's.user_id'),
    )
    .innerJoin('course as c', (join) =>
      join.onRef('c.client_id', '=', 's.client_id').onRef('c.id', '=', 's.course_id'),
    )
    .innerJoin('course_item as i', (join) =>
      join.onRef('i.client_id', '=', 's.client_id').onRef('i.id', '=', 's.item_id'),
    )
    .where('s.client_id', '=', grader.clientId)
    .where(teaches(grader))

const COLUMNS = [
  's.id',
  's.kind',
  's.state',
  's.passed',
  's.total',
  's.points',
  's.points_earned',
  's.created_at',
  'u.id as learner_id',
  'u.full_name as learner',
  'c.id as course_id',
  'c.title as course',
  'i.title as item_title',
] as const

export const gradablePage = async (
  db: TenantDb,
  grader: Grader,
  page: { state: 'waiting' | 'graded'; search: string; limit: number; offset: number },
): Promise<{ count: number; rows: GradableRow[] }> => {
  let query = gradable(db, grader)
  query =
    page.state === 'waiting'
      ? query.where('s.state', '=', 'waiting')
      : query.where('s.graded_at', 'is not', null)
  if (page.search !== '') {
    const pattern = likePattern(page.search)
    query = query.where((eb) =>
      eb.or([
        eb('u.full_name', 'ilike', pattern),
        eb('c.title', 'ilike', pattern),
        eb('i.title', 'ilike', pattern),
      ]),
    )
  }
  const { count } = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const ordered =
    page.state === 'waiting'
      ? query.orderBy('s.created_at').orderBy('s.id')
      : query.orderBy('s.graded_at', 'desc').orderBy('s.id', 'desc')
  return {
    count: Number(count),
    rows: await ordered.select(COLUMNS).limit(page.limit).offset(page.offset).execute(),
  }
}

/** Undefined for a submission that this grader may not grade. */
export const gradableById = (db: TenantDb, grader: Grader, id: number): Promise<GradableRow | undefined> =>
  gradable(db, grader).select(COLUMNS).where('s.id', '=', id).executeTakeFirst()

/** Makes graders of one submission wait for each other until the transaction ends. */
export const lockSubmission = async (db: TenantDb, clientId: number, id: number): Promise<void> => {
  await db
    .selectFrom('problem_submission')
    .select('id')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
}

export const writeGrade = async (
  db: TenantDb,
  grader: Grader,
  id: number,
  grade: {
    marks: StoredMark[]
    comment: string
    state: 'accepted' | 'failed'
    pointsEarned: number
    now: Date
  },
): Promise<void> => {
  await db
    .updateTable('problem_submission')
    .set({
      marks: JSON.stringify(grade.marks),
      comment: grade.comment,
      state: grade.state,
      points_earned: grade.pointsEarned,
      grader_id: grader.userId,
      graded_at: grade.now,
    })
    .where('client_id', '=', grader.clientId)
    .where('id', '=', id)
    .execute()
}
