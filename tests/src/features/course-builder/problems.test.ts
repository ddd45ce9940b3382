import { describe, expect, it } from 'vitest'
import { problemIn } from '#contract/courses/language.ts'
import { authoredProblem, problemKinds, type ProblemKind } from '#contract/problems/problems.ts'
import {
  cellsFrom,
  isComplete,
  namedParts,
  newProblem,
  problemFrom,
  textOfCells,
  withKind,
  withProblemTexts,
  type Problem,
} from '#src/features/course-builder/model/problems.ts'

const [CLEAR, NAMELESS] = [crypto.randomUUID(), crypto.randomUUID()]

/** New problems of each kind with the missing parts filled in. */
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

describe('authored problems', () => {
  it.each(problemKinds)('accepts a completed %s problem, as the server does', (kind) => {
    expect(authoredProblem.safeParse(completed[kind]).error?.issues).toBeUndefined()
    expect(isComplete(completed[kind])).toBe(true)
  })

  it('rejects a rubric without text, SQL without a result, and code without tests', () => {
    expect(isComplete(newProblem('text'))).toBe(false)
    expect(isComplete(newProblem('sql'))).toBe(false)
    expect(isComplete({ ...newProblem('python'), tests: [] } as Problem)).toBe(false)
  })

  it('keeps texts, points and tests when the kind of code changes', () => {
    const python = { ...newProblem('python'), statement: '<p>Add</p>', points: 3 } as Problem
    const next = withKind(python, 'javascript')
    expect(next).toMatchObject({ kind: 'javascript', statement: '<p>Add</p>', points: 3 })
    expect('tests' in next && 'tests' in python && next.tests).toBe('tests' in python && python.tests)
    expect(withKind(python, 'text')).toMatchObject({ kind: 'text', statement: '<p>Add</p>' })
  })

  it('shows translations to learners and asks for none of empty parts', () => {
    const text = {
      ...newProblem('text'),
      statement: '<p>Write</p>',
      rubric: [
        { id: CLEAR, title: 'Clear', description: 'Anybody understands it.', points: 5 },
        { id: NAMELESS, title: ' ', description: '', points: 5 },
      ],
    } as Problem
    expect(namedParts(text)).toEqual([
      { kind: 'criterion', id: CLEAR, number: 1, title: 'Clear', description: 'Anybody understands it.' },
    ])
    const translated = withProblemTexts(withProblemTexts(text, 'hi', { statement: '<p>लिखिए</p>' }), 'hi', {
      parts: { [CLEAR]: 'स्पष्ट' },
      hints: { [CLEAR]: 'कोई भी समझ सके।' },
    })
    expect(problemIn(translated, 'hi')).toMatchObject({
      statement: '<p>लिखिए</p>',
      rubric: [{ title: 'स्पष्ट', description: 'कोई भी समझ सके।', points: 5 }, { title: ' ' }],
    })
    expect(withKind(translated, 'spreadsheet').texts).toEqual(translated.texts)
  })

  it('removes a language when its last text is deleted', () => {
    const problem = withProblemTexts(newProblem('text'), 'ar', { parts: { [CLEAR]: 'واضح' } })
    expect(problem.texts).toHaveProperty('ar')
    expect(withProblemTexts(problem, 'ar', { parts: { [CLEAR]: ' ' } }).texts).toEqual({})
  })

  it('opens an empty draft as a new problem', () => {
    expect(problemFrom({}).kind).toBe('python')
    expect(problemFrom({ kind: 'text', statement: 'x' })).toMatchObject({ kind: 'text', statement: 'x' })
  })

  it('parses each cell once and writes the same cells back', () => {
    const cells = cellsFrom('a1 = 40\nB2 = =A1*2\nnonsense\nA1 = 41\nZZ9 = 1')
    expect(cells).toEqual([
      { cell: 'A1', value: '41' },
      { cell: 'B2', value: '=A1*2' },
    ])
    expect(cellsFrom(textOfCells(cells))).toEqual(cells)
  })
})

describe('hints', () => {
  const withHint = () => {
    const problem = newProblem('python')
    if (problem.kind !== 'python') throw new Error('another kind')
    return { ...problem, hints: [{ id: '00000000-0000-4000-8000-000000000001', text: 'Add up.', after: 2 }] }
  }

  it('gives a draft from before there was help no hints', () => {
    expect(problemFrom({ kind: 'python', statement: '' })).toMatchObject({ hints: [], solution_after: null })
  })

  it('offers hints for translation and shows the translation to learners', () => {
    const problem = { ...withHint(), statement: '<p>Sum.</p>' }
    expect(namedParts(problem)).toMatchObject([{ kind: 'hint', number: 1, description: 'Add up.' }])
    const id = problem.hints[0]?.id ?? ''
    const translated = withProblemTexts(problem, 'hi', {
      statement: '<p>जोड़ें।</p>',
      hints: { [id]: 'सब जोड़ें।' },
    })
    expect(problemIn(translated, 'hi')).toMatchObject({ hints: [{ text: 'सब जोड़ें।', after: 2 }] })
    expect(problemIn(translated, 'en')).toMatchObject({ hints: [{ text: 'Add up.' }] })
  })
})
