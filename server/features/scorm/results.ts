/** Results of SCORM attempts, for the grading feature; handed over in app.ts. */
import type { ScormLesson, ScormResult } from '#contract/grading/scorm-results.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import * as repository from './results.repository.ts'

const toLesson = (row: repository.LessonRow): ScormLesson => ({
  item_id: row.item_id,
  title: row.title,
  course: { id: row.course_id, title: row.course },
  pass_percent: row.pass_score === null ? null : Math.round(row.pass_score * 100),
  learners: row.learners,
  opened: row.opened,
  done: row.done,
  average_percent: row.average === null ? null : Math.round(row.average),
})

const toResult = (row: repository.ResultRow): ScormResult => ({
  learner: { id: row.user_id, name: row.name, email: row.email },
  status: row.status,
  percent: row.percent,
  seconds: row.seconds,
  attempts: row.attempts,
  last_used_at: row.last_used?.toISOString() ?? null,
})

export const scormResults = {
  lessonPage: async (
    db: TenantDb,
    teacher: repository.Teacher,
    page: Parameters<typeof repository.lessonPage>[2],
  ): Promise<{ count: number; lessons: ScormLesson[] }> => {
    const { count, rows } = await repository.lessonPage(db, teacher, page)
    return { count, lessons: rows.map(toLesson) }
  },
  lesson: async (
    db: TenantDb,
    teacher: repository.Teacher,
    itemId: number,
  ): Promise<ScormLesson | undefined> => {
    const row = await repository.lessonById(db, teacher, itemId)
    return row && toLesson(row)
  },
  resultPage: async (
    ...query: Parameters<typeof repository.resultPage>
  ): Promise<{ count: number; results: ScormResult[] }> => {
    const { count, rows } = await repository.resultPage(...query)
    return { count, results: rows.map(toResult) }
  },
}
