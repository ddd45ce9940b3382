/** What the demo problems are written with. */
import { randomUUID } from 'node:crypto'
import {
  authoredProblem,
  type AuthoredProblemInput,
  type ProblemAnswer,
} from '#contract/problems/problems.ts'
import type { WrittenItem } from '../course-kit.ts'

type WrittenProblem = Extract<WrittenItem, { type: 'problem' }>

/** Answers that solve the demo problems, by their problem: learners of the past handed them in, and a test runs them. */
export const solutions = new Map<WrittenProblem['problem'], ProblemAnswer>()

/** One problem with an answer that solves it. */
export const problem = (
  title: string,
  minutes: number,
  written: AuthoredProblemInput,
  solution: ProblemAnswer,
): WrittenItem => {
  const parsed = authoredProblem.parse(written)
  solutions.set(parsed, solution)
  return { type: 'problem', title, minutes, problem: parsed }
}

const json = (value: unknown) => JSON.stringify(value)

/** A test of a function: its arguments, and what it returns. */
export const call = (title: string, args: readonly unknown[], returned: unknown, hidden = false) => ({
  id: randomUUID(),
  title,
  hidden,
  input: json(args),
  expected: json(returned),
})
/** A test of a query: the rows that fill the tables, and the rows that come out. */
export const rows = (
  title: string,
  input: string,
  columns: readonly string[],
  expected: readonly (readonly (string | number | null)[])[],
  hidden = false,
) => ({ id: randomUUID(), title, hidden, input, expected: json({ columns, rows: expected }) })
