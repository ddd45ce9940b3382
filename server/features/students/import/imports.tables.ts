import type { ColumnType, Generated } from 'kysely'
import type {
  ImportField,
  ImportProblem,
  importResults,
  importRowStates,
  ImportState,
  importUndoResults,
} from '#contract/students/imports.ts'
import type { Language } from '#contract/languages.ts'

/** JSON that is read as a value and written as text. */
type Json<T> = ColumnType<T, string, string>

/** One cell; each course and each group is a cell of its own. */
export interface CellChange {
  field: ImportField
  from: string | null
  to: string
  course_id?: number
  group_id?: number
}

declare module '#server/core/db/tables.ts' {
  interface Tables {
    student_import: {
      client_id: number
      id: string
      made_by: number | null
      made_at: Date
      file_name: string
      state: ImportState
      columns: Json<string[]>
      mapping: Json<(ImportField | null)[]>
      language: Language
      sends_invitations: Generated<boolean>
      total: number
      step_done: Generated<number>
      step_of: Generated<number>
      step_by: number | null
      careful: Generated<number>
      finished_at: Date | null
      expires_at: Date
    }
    student_import_row: {
      client_id: number
      import_id: string
      row_number: number
      cells: Json<string[]>
      state: 'waiting' | (typeof importRowStates)[number]
      email_key: string | null
      changes: Json<CellChange[]>
      problems: Json<ImportProblem[]>
      user_id: number | null
      result: (typeof importResults)[number] | null
      enrolled: number[]
      grouped: number[]
      undo: (typeof importUndoResults)[number] | null
    }
  }
}
