/** Builders for the demo problems. */
import { randomUUID } from 'node:crypto'
import {
  authoredProblem,
  type AuthoredProblemInput,
  type ProblemAnswer,
} from '#contract/problems/problems.ts'
import type { DemoItem } from '../course-kit.ts'

type DemoProblem = Extract<DemoItem, { type: 'problem' }>

/** An answer that solves each demo problem. Past learners submitted it, and a test runs it. */
export const solutions = new Map<DemoProblem['problem'], ProblemAnswer>()

/** A problem with an answer that solves it. */
export const problem = (
  title: string,
  minutes: number,
  authored: AuthoredProblemInput,
  solution: ProblemAnswer,
): DemoItem => {
  const parsed = authoredProblem.parse(authored)
  solutions.set(parsed, solution)
  return { type: 'problem', title, minutes, problem: parsed }
}

const json = (value: unknown) => JSON.stringify(value)

/** A test of a function: its arguments and the value it returns. */
export const functionTest = (title: string, args: readonly unknown[], returned: unknown, hidden = false) => ({
  id: randomUUID(),
  title,
  hidden,
  input: json(args),
  expected: json(returned),
})
/** A test of a query: the statements that fill the tables, and the expected rows. */
export const queryTest = (
  title: string,
  input: string,
  columns: readonly string[],
  expected: readonly (readonly (string | number | null)[])[],
  hidden = false,
) => ({ id: randomUUID(), title, hidden, input, expected: json({ columns, rows: expected }) })
