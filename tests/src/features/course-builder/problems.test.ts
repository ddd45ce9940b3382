import { describe, expect, it } from 'vitest'
import { authoredProblem, problemKinds, type ProblemKind } from '#contract/problems.ts'
import {
  cellsFrom,
  isComplete,
  newProblem,
  problemFrom,
  textOfCells,
  withKind,
  type Problem,
} from '#src/features/course-builder/model/problems.ts'

/** What an author still has to write into a fresh problem of each kind. */
const completed: Record<ProblemKind, Problem> = {
  python: newProblem('python'),
  javascript: newProblem('javascript'),
  sql: {
    ...newProblem('sql'),
    tests: [
      { id: crypto.randomUUID(), title: '', hidden: false, input: '', expected: '{"columns":[],"rows":[]}' },
    ],
  } as Problem,
  spreadsheet: newProblem('spreadsheet'),
  text: {
    ...newProblem('text'),
    rubric: [{ id: crypto.randomUUID(), title: 'Clear', description: '', points: 5 }],
  } as Problem,
}

describe('problems of an author', () => {
  it.each(problemKinds)(
    'given a completed %s, when looked at, then the server would take it as it is',
    (kind) => {
      expect(authoredProblem.safeParse(completed[kind]).error?.issues).toBeUndefined()
      expect(isComplete(completed[kind])).toBe(true)
    },
  )

  it('given a rubric without words or SQL without a result, when looked at, then it is not complete', () => {
    expect(isComplete(newProblem('text'))).toBe(false)
    expect(isComplete(newProblem('sql'))).toBe(false)
    expect(isComplete({ ...newProblem('python'), tests: [] } as Problem)).toBe(false)
  })

  it('given another kind of code, when chosen, then words, points and tests stay', () => {
    const python = { ...newProblem('python'), statement: '<p>Add</p>', points: 3 } as Problem
    const next = withKind(python, 'javascript')
    expect(next).toMatchObject({ kind: 'javascript', statement: '<p>Add</p>', points: 3 })
    expect('tests' in next && 'tests' in python && next.tests).toBe('tests' in python && python.tests)
    expect(withKind(python, 'text')).toMatchObject({ kind: 'text', statement: '<p>Add</p>' })
  })

  it('given a draft that holds nothing yet, when opened, then there is a problem to begin with', () => {
    expect(problemFrom({}).kind).toBe('python')
    expect(problemFrom({ kind: 'text', statement: 'x' })).toMatchObject({ kind: 'text', statement: 'x' })
  })

  it('given lines of cells, when read, then cells come out once, and writing gives them back', () => {
    const cells = cellsFrom('a1 = 40\nB2 = =A1*2\nnonsense\nA1 = 41\nZZ9 = 1')
    expect(cells).toEqual([
      { cell: 'A1', value: '41' },
      { cell: 'B2', value: '=A1*2' },
    ])
    expect(cellsFrom(textOfCells(cells))).toEqual(cells)
  })
})
