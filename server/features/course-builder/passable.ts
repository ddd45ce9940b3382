/** Whether anybody could pass a problem. Pure; incomplete problems count as passable. */
import { isExpectedOutput } from '#contract/problems/compare-output.ts'
import type { ItemContent } from '#contract/course-builder/draft.ts'
import { authoredProblem, type AuthoredCheck, type AuthoredProblem } from '#contract/problems/problems.ts'
import { isFormula } from '#contract/problems/spreadsheet.ts'
import { literal, textOf } from '#contract/problems/spreadsheet-values.ts'

type Code = Extract<AuthoredProblem, { tests: unknown }>
type Sheet = Extract<AuthoredProblem, { kind: 'spreadsheet' }>

const pairs = <T>(list: readonly T[]): [T, T][] =>
  list.flatMap((item, index) => list.slice(index + 1).map((other): [T, T] => [item, other]))

/** Tests contradict each other when the same input expects two different outputs. */
const testsAreConsistent = (problem: Code): boolean =>
  pairs(problem.tests).every(
    ([one, other]) => one.input !== other.input || isExpectedOutput(problem, one.expected, other.expected),
  )

const checksAgree = (one: AuthoredCheck, other: AuthoredCheck): boolean => {
  if (one.cell !== other.cell || JSON.stringify(one.changes) !== JSON.stringify(other.changes)) return true
  const [a, b] = [literal(one.expected), literal(other.expected)]
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= one.tolerance + other.tolerance
  return textOf(a).trim().toLowerCase() === textOf(b).trim().toLowerCase()
}

const sheetIsPassable = ({ rows, columns, cells, checks }: Sheet): boolean => {
  const given = new Map(cells.map(({ cell, value }) => [cell, value]))
  const isPossible = ({ cell, formula }: AuthoredCheck) => {
    const isInSheet = cell.charCodeAt(0) - 64 <= columns && Number(cell.slice(1)) <= rows
    // Learners cannot turn a given cell into a formula.
    return isInSheet && !(formula && given.has(cell) && !isFormula(given.get(cell) ?? ''))
  }
  return checks.every(isPossible) && pairs(checks).every(([one, other]) => checksAgree(one, other))
}

const isProblemPassable = (problem: AuthoredProblem): boolean => {
  if (problem.kind === 'spreadsheet') return sheetIsPassable(problem)
  if (problem.kind === 'text')
    return (problem.words_min ?? 1) <= (problem.words_max ?? Number.POSITIVE_INFINITY)
  return testsAreConsistent(problem)
}

/** Whether an item's tests or requirements can be met. */
export const isPassable = (content: ItemContent): boolean => {
  if (content.type !== 'problem') return true
  const problem = authoredProblem.safeParse(content.problem)
  return !problem.success || isProblemPassable(problem.data)
}
