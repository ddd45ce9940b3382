import type { StudentResult, StudentRow } from '#contract/students/students.ts'

/** What came of an action, with the rows as they were: names stay readable after the list has changed. */
export interface Outcome {
  rows: readonly Pick<StudentRow, 'id' | 'name'>[]
  results: readonly StudentResult[]
}
