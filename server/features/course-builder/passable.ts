/** Whether anybody could pass it. Pure; only what is complete is asked. */
import { isExpectedOutput } from '#contract/problems/compare-output.ts'
import type { ItemContent } from '#contract/course-builder/draft.ts'
import { authoredProblem, type AuthoredCheck, type AuthoredProblem } from '#contract/problems/problems.ts'
import { isFormula } from '#contract/problems/spreadsheet.ts'
import { literal, textOf } from '#contract/problems/spreadsheet-values.ts'

type Code = Extract<AuthoredProblem, { tests: unknown }>
type Sheet = Extract<AuthoredProblem, { kind: 'spreadsheet' }>

const pairs = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((one, at) => all.slice(at + 1).map((other): [T, T] => [one, other]))

/** The same input cannot give two different results. */
const testsAgree = (problem: Code): boolean =>
  pairs(problem.tests).every(
    ([one, other]) => one.input !== other.input || isExpectedOutput(problem, one.expected, other.expected),
  )

const agree = (one: AuthoredCheck, other: AuthoredCheck): boolean => {
  if (one.cell !== other.cell || JSON.stringify(one.changes) !== JSON.stringify(other.changes)) return true
  const [a, b] = [literal(one.expected), literal(other.expected)]
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= one.tolerance + other.tolerance
  return textOf(a).trim().toLowerCase() === textOf(b).trim().toLowerCase()
}

const checksAgree = ({ rows, columns, cells, checks }: Sheet): boolean => {
  const given = new Map(cells.map(({ cell, value }) => [cell, value]))
  const possible = ({ cell, formula }: AuthoredCheck) => {
    const inside = cell.charCodeAt(0) - 64 <= columns && Number(cell.slice(1)) <= rows
    // Nobody can change a given cell into a formula.
    return inside && !(formula && given.has(cell) && !isFormula(given.get(cell) ?? ''))
  }
  return checks.every(possible) && pairs(checks).every(([one, other]) => agree(one, other))
}

const problemPassable = (problem: AuthoredProblem): boolean => {
  if (problem.kind === 'spreadsheet') return checksAgree(problem)
  if (problem.kind === 'text')
    return (problem.words_min ?? 1) <= (problem.words_max ?? Number.POSITIVE_INFINITY)
  return testsAgree(problem)
}

/** Its tests, or what is asked of a text, can be met. */
export const isPassable = (content: ItemContent): boolean => {
  if (content.type !== 'problem') return true
  const problem = authoredProblem.safeParse(content.problem)
  return !problem.success || problemPassable(problem.data)
}
