/** A problem between its author and its learners. */
import { languages, type Language } from '#contract/common.ts'
import { contentSpeaks, problemIn } from '#contract/courses/language.ts'
import { authoredProblem, type AuthoredProblem, type ShownProblem } from '#contract/problems/problems.ts'
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

/** The same in every language that it was translated into. */
const shownProblemIn = (problem: AuthoredProblem): Partial<Record<Language, ShownProblem>> =>
  Object.fromEntries(
    languages
      .filter((language) => contentSpeaks({ type: 'problem', problem: { ...problem } }, language))
      .map((language) => [language, shownProblemOf(problemIn(problem, language))]),
  )

/** Writes the problem of an item, or replaces it. The statement is cleaned here like an article's. */
export const storeProblem = async (
  db: TenantDb,
  { clientId, itemId }: { clientId: number; itemId: number },
  written: AuthoredProblem,
): Promise<void> => {
  const checked = authoredProblem.parse(written)
  const texts = Object.entries(checked.texts ?? {}).map(([language, own]) => [
    language,
    { ...own, statement: cleanHtml(own.statement, 'article') },
  ])
  const problem: AuthoredProblem = {
    ...checked,
    statement: cleanHtml(checked.statement, 'article'),
    ...(texts.length > 0 && { texts: Object.fromEntries(texts) as NonNullable<AuthoredProblem['texts']> }),
  }
  const values = {
    kind: problem.kind,
    points: problem.points,
    shown: JSON.stringify(shownProblemOf(problem)),
    shown_in: JSON.stringify(shownProblemIn(problem)),
    authored: JSON.stringify(problem),
  }
  await db
    .insertInto('item_problem')
    .values({ client_id: clientId, item_id: itemId, ...values })
    .onConflict((conflict) => conflict.columns(['client_id', 'item_id']).doUpdateSet(values))
    .execute()
}
