/** Actions on several people: every row has its own result. */
import type { StudentRefusal, StudentResult } from '#contract/students/students.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Acting } from './context.ts'
import { studentRow, type ListedStudent } from './students.repository.ts'
import { viewerOf } from './students.service.ts'

export type Outcome = Omit<StudentResult, 'id'>
export const done: Outcome = { result: 'done', reason: null }
export const unchanged: Outcome = { result: 'unchanged', reason: null }
export const refused = (reason: StudentRefusal): Outcome => ({ result: 'refused', reason })

/** In ascending order, so that two calls lock people in one order; the answer keeps the order of the call. */
export const forEach = async (
  db: TenantDb,
  scope: Acting,
  ids: readonly number[],
  act: (person: ListedStudent) => Promise<Outcome>,
): Promise<{ results: StudentResult[] }> => {
  const outcomes = new Map<number, Outcome>()
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
    const person = await studentRow(db, viewerOf(scope), id)
    outcomes.set(id, person ? await act(person) : refused('not_found'))
  }
  return { results: [...new Set(ids)].map((id) => ({ id, ...(outcomes.get(id) ?? refused('not_found')) })) }
}
