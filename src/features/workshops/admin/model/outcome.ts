import type { RegistrationRow, RowResult } from '#contract/workshops/registrations.ts'

/** What came of an action, with the rows as they were: names stay readable after the list has changed. */
export interface Outcome {
  rows: readonly RegistrationRow[]
  results: readonly RowResult[]
}
