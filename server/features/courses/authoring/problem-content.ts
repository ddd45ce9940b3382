/** Converts problems from the author's form to the learners' form. */
import { languages, type Language } from '#contract/languages.ts'
import { contentSpeaks, problemIn } from '#contract/courses/language.ts'
import { authoredProblem, type AuthoredProblem, type ShownProblem } from '#contract/problems/problems.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { cleanHtmlInWorker } from '#server/core/security/clean-in-worker.ts'

/** The learners' form. Written field by field, so that nothing of the answer key can leak. */
export const shownProblemOf = (problem: AuthoredProblem): ShownProblem => {
  const { statement, points, attempts_limit } = problem
  const head = { statement, points, attempts_limit }
  if (problem.kind === 'text') {
    const { kind, words_min, words_max, rubric, pass_percent } = problem
    return { kind, ...head, words_min, words_max, rubric, pass_percent }
  }
  if (problem.kind === 'spreadsheet') {
    const { kind, rows, columns, cells, checks, rubric, pass_percent } = problem
    const visible = checks.filter((check) => !check.hidden)
    return {
      kind,
      ...head,
      rows,
      columns,
      cells,
      checks: visible.map(({ id, title, cell, formula }) => ({ id, title, cell, formula })),
      hidden_tests: checks.length - visible.length,
      rubric,
      pass_percent,
    }
  }
  const { starter, time_limit_ms, memory_mb } = problem
  const visible = problem.tests.filter((test) => !test.hidden)
  const code = {
    ...head,
    starter,
    time_limit_ms,
    memory_mb,
    tests: visible.map(({ id, title, input, expected }) => ({ id, title, input, expected })),
    hidden_tests: problem.tests.length - visible.length,
  }
  return problem.kind === 'sql'
    ? { kind: problem.kind, setup: problem.setup, ordered: problem.ordered, ...code }
    : { kind: problem.kind, call: problem.call, ...code }
}

/** The learners' form in each translated language. */
const shownProblemIn = (problem: AuthoredProblem): Partial<Record<Language, ShownProblem>> =>
  Object.fromEntries(
    languages
      .filter((language) => contentSpeaks({ type: 'problem', problem: { ...problem } }, language))
      .map((language) => [language, shownProblemOf(problemIn(problem, language))]),
  )

/** Adds or replaces the problem of an item. Sanitizes the statement like an article. */
export const storeProblem = async (
  db: TenantDb,
  { clientId, itemId }: { clientId: number; itemId: number },
  problemInput: AuthoredProblem,
): Promise<void> => {
  const checked = authoredProblem.parse(problemInput)
  const texts: [string, object][] = []
  for (const [language, text] of Object.entries(checked.texts ?? {}))
    texts.push([language, { ...text, statement: await cleanHtmlInWorker(text.statement, 'article') }])
  const problem: AuthoredProblem = {
    ...checked,
    statement: await cleanHtmlInWorker(checked.statement, 'article'),
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
