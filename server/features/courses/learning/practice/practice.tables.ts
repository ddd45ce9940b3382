import type { ColumnType } from 'kysely'

interface PracticeQuestionTable {
  client_id: number
  user_id: number
  question_id: number
  course_id: number
  item_id: number
  streak: number
  /** YYYY-MM-DD; read it as text. */
  due_on: string | null
  since: Date
  answered_at: Date | null
}

interface PracticeAnswerTable {
  client_id: number
  user_id: number
  answer_id: string
  question_id: number
  answer_sent: ColumnType<unknown, string, never>
  created_at: Date
}

declare module '#server/core/db/tables.ts' {
  interface Tables {
    practice_question: PracticeQuestionTable
    practice_answer: PracticeAnswerTable
  }
}
