/** Adds past enrolments, progress and attempts in bulk, for imports and the demo. */
import { dayIn } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { QuizResult } from '#contract/courses/progress.ts'
import type { GivenAnswer } from '#contract/courses/quiz.ts'
import type { StoredRange } from '../courses.tables.ts'
import { mistakesIn, recordMistakes } from './practice/practice.repository.ts'
import { afterMistake } from './practice/spacing.ts'
import type { KeyedQuestion } from './quiz/grade.ts'

export interface PastEnrolment {
  userId: number
  courseId: number
  enrolledAt: Date
  lastActivityAt: Date | null
  completedAt: Date | null
}
export interface PastProgress {
  userId: number
  courseId: number
  itemId: number
  firstAt: Date
  lastAt: Date
  completedAt: Date | null
  video?: { position: number; watched: number; ranges: StoredRange[] }
  quiz?: { attempts: number; best: number }
  problem?: { attempts: number; earnedPoints: number }
}
export interface PastAttempt {
  userId: number
  courseId: number
  itemId: number
  key: string
  answers: readonly GivenAnswer[]
  questions: readonly KeyedQuestion[]
  answerSent: QuizResult
  at: Date
}

/** Keeps a statement well below PostgreSQL's 65,535 parameters. */
const ROWS_AT_ONCE = 1000

const chunks = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, index) =>
    rows.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE),
  )

export const addEnrolments = async (
  db: TenantDb,
  clientId: number,
  rows: readonly PastEnrolment[],
): Promise<void> => {
  for (const chunk of chunks(rows))
    await db
      .insertInto('enrolment')
      .values(
        chunk.map((row) => ({
          client_id: clientId,
          user_id: row.userId,
          course_id: row.courseId,
          enrolled_at: row.enrolledAt,
          last_activity_at: row.lastActivityAt,
          completed_at: row.completedAt,
        })),
      )
      .execute()
}

const videoColumns = (video: PastProgress['video']) => {
  const ranges = JSON.stringify(video?.ranges ?? [])
  return {
    position_seconds: video?.position ?? 0,
    watched_seconds: video?.watched ?? 0,
    watched_ranges: ranges,
    claimed_ranges: ranges,
    // Its moments are too old to be claimed: only their sum counts (watch-credit.ts).
    clock_ranges: JSON.stringify(video ? [[0, video.watched]] : []),
  }
}

export const addProgress = async (
  db: TenantDb,
  clientId: number,
  rows: readonly PastProgress[],
): Promise<void> => {
  for (const chunk of chunks(rows))
    await db
      .insertInto('item_progress')
      .values(
        chunk.map((row) => ({
          client_id: clientId,
          user_id: row.userId,
          course_id: row.courseId,
          item_id: row.itemId,
          first_at: row.firstAt,
          last_at: row.lastAt,
          completed_at: row.completedAt,
          ...videoColumns(row.video),
          attempts: row.quiz?.attempts ?? row.problem?.attempts ?? 0,
          earned_points: row.problem?.earnedPoints ?? 0,
          best_percent: row.quiz?.best ?? null,
        })),
      )
      .execute()
}

export const addAttempts = async (
  db: TenantDb,
  clientId: number,
  rows: readonly PastAttempt[],
): Promise<void> => {
  for (const chunk of chunks(rows))
    await db
      .insertInto('quiz_attempt')
      .values(
        chunk.map((row) => ({
          client_id: clientId,
          user_id: row.userId,
          course_id: row.courseId,
          item_id: row.itemId,
          idempotency_key: row.key,
          percent: row.answerSent.percent,
          passed: row.answerSent.passed,
          answers: JSON.stringify(row.answers),
          questions: JSON.stringify(row.questions),
          answer_sent: JSON.stringify(row.answerSent),
          created_at: row.at,
        })),
      )
      .execute()
  // In order of time: a question that was wrong twice counts from the last time.
  for (const row of rows.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    await recordMistakes(db, clientId, {
      userId: row.userId,
      courseId: row.courseId,
      itemId: row.itemId,
      questionIds: mistakesIn(row.answerSent),
      spacing: afterMistake(dayIn('UTC', row.at)),
      at: row.at,
    })
}
