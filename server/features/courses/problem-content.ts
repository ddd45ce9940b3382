/** A problem between its author and its learners. */
import { authoredProblem, type AuthoredProblem, type ShownProblem } from '#contract/problems.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { cleanHtml } from '#server/core/security/html.ts'

/** What learners see. Written field by field, so that nothing of the key can come along. */
export const shownProblemOf = (problem: AuthoredProblem): ShownProblem => {
  const { statement, points, attempts_limit } = problem
  const head = { statement, points, attempts_limit }
  if (problem.kind === 'text') {
    const { kind, words_min, words_max, rubric, pass_percent } = problem
    return { kind, ...head, words_min, words_max, rubric, pass_percent }
  }
  if (problem.kind === 'spreadsheet') {
    const { kind, rows, columns, cells, checks, rubric, pass_percent } = problem
    const open = checks.filter((check) => !check.hidden)
    return {
      kind,
      ...head,
      rows,
      columns,
      cells,
      checks: open.map(({ id, title, cell, formula }) => ({ id, title, cell, formula })),
      hidden_tests: checks.length - open.length,
      rubric,
      pass_percent,
    }
  }
  const { starter, time_limit_ms, memory_mb } = problem
  const open = problem.tests.filter((test) => !test.hidden)
  const code = {
    ...head,
    starter,
    time_limit_ms,
    memory_mb,
    tests: open.map(({ id, title, input, expected }) => ({ id, title, input, expected })),
    hidden_tests: problem.tests.length - open.length,
  }
  return problem.kind === 'sql'
    ? { kind: problem.kind, setup: problem.setup, ordered: problem.ordered, ...code }
    : { kind: problem.kind, call: problem.call, ...code }
}

/** Writes the problem of an item, or replaces it. The statement is cleaned here like an article's. */
export const storeProblem = async (
  db: TenantDb,
  { clientId, itemId }: { clientId: number; itemId: number },
  written: AuthoredProblem,
): Promise<void> => {
  const checked = authoredProblem.parse(written)
  const problem = { ...checked, statement: cleanHtml(checked.statement, 'article') }
  const values = {
    kind: problem.kind,
    points: problem.points,
    shown: JSON.stringify(shownProblemOf(problem)),
    authored: JSON.stringify(problem),
  }
  await db
    .insertInto('item_problem')
    .values({ client_id: clientId, item_id: itemId, ...values })
    .onConflict((conflict) => conflict.columns(['client_id', 'item_id']).doUpdateSet(values))
    .execute()
}
