/** Problems as an author edits them: half-written ones too (contract/problems/problems.ts). */
import type { Language } from '#contract/common.ts'
import { contentSpeaks } from '#contract/courses/language.ts'
import {
  authoredProblem,
  MEMORY_LIMIT_MB,
  PROBLEM_POINTS_DEFAULT,
  RUBRIC_PASS_PERCENT_DEFAULT,
  TIME_LIMIT_MS,
  type AuthoredProblem,
  type ProblemKind,
} from '#contract/problems/problems.ts'

/** With every default in place, but perhaps not complete. */
export type Problem = AuthoredProblem
export type ProblemOf<K extends ProblemKind> = Extract<Problem, { kind: K }>
export type CodeProblem = ProblemOf<'python'> | ProblemOf<'javascript'> | ProblemOf<'sql'>
export type Test = CodeProblem['tests'][number]
export type Criterion = ProblemOf<'text'>['rubric'][number]
export type Check = ProblemOf<'spreadsheet'>['checks'][number]

const newId = () => crypto.randomUUID()
export const newTest = (hidden = false): Test => ({ id: newId(), title: '', hidden, input: '', expected: '' })
export const newCriterion = (): Criterion => ({ id: newId(), title: '', description: '', points: 5 })
export const newCheck = (): Check => ({
  id: newId(),
  title: '',
  cell: 'A1',
  expected: '',
  tolerance: 0,
  formula: true,
  hidden: false,
  changes: [],
})

export const newProblem = (kind: ProblemKind): Problem => {
  const head = { statement: '', points: PROBLEM_POINTS_DEFAULT, attempts_limit: null }
  if (kind === 'text')
    return {
      kind,
      ...head,
      words_min: null,
      words_max: null,
      rubric: [newCriterion()],
      pass_percent: RUBRIC_PASS_PERCENT_DEFAULT,
    }
  if (kind === 'spreadsheet')
    return {
      kind,
      ...head,
      rows: 10,
      columns: 5,
      cells: [],
      checks: [newCheck()],
      rubric: [],
      pass_percent: RUBRIC_PASS_PERCENT_DEFAULT,
    }
  const code = {
    ...head,
    starter: '',
    solution: '',
    time_limit_ms: TIME_LIMIT_MS.default,
    memory_mb: MEMORY_LIMIT_MB.default,
    tests: [newTest(), newTest(true)],
  }
  return kind === 'sql' ? { kind, setup: '', ordered: false, ...code } : { kind, call: null, ...code }
}

/** Whatever the draft holds, with what misses in it. */
export const problemFrom = (stored: Record<string, unknown>): Problem => {
  const kind = (stored['kind'] as ProblemKind | undefined) ?? 'python'
  return { ...newProblem(kind), ...stored } as Problem
}

/** Another kind keeps the words and what counts. */
export const withKind = (problem: Problem, kind: ProblemKind): Problem => {
  if (problem.kind === kind) return problem
  const { statement, points, attempts_limit: attemptsLimit, texts } = problem
  const kept = { statement, points, attempts_limit: attemptsLimit, ...(texts && { texts }) }
  const fresh = { ...newProblem(kind), ...kept } as Problem
  return 'tests' in problem && 'tests' in fresh ? ({ ...fresh, tests: problem.tests } as Problem) : fresh
}

export const isComplete = (problem: Problem): boolean => authoredProblem.safeParse(problem).success

/** `A1 = 12`, one a line; what is no cell is left out. */
export const cellsFrom = (text: string): { cell: string; value: string }[] => {
  const found = new Map<string, string>()
  for (const line of text.split('\n')) {
    const match = /^\s*([A-Z](?:[1-9]\d?|100))\s*=\s?(.*)$/i.exec(line)
    if (match) found.set((match[1] as string).toUpperCase(), match[2] ?? '')
  }
  return [...found].map(([cell, value]) => ({ cell, value }))
}
export const textOfCells = (cells: readonly { cell: string; value: string }[]): string =>
  cells.map(({ cell, value }) => `${cell} = ${value}`).join('\n')

type Texts = NonNullable<NonNullable<Problem['texts']>[Language]>

/** What of a problem has a name of its own; what is empty asks for no translation. */
export interface NamedPart {
  kind: 'test' | 'check' | 'criterion'
  id: string
  /** Its place in its list, from 1. */
  number: number
  title: string
  description: string
}
export const namedParts = (problem: Problem): NamedPart[] => {
  const named = (
    kind: NamedPart['kind'],
    parts: readonly { id: string; title: string; description?: string }[],
  ) =>
    parts.map(({ id, title, description = '' }, index) => ({
      kind,
      id,
      number: index + 1,
      title,
      description,
    }))
  return [
    ...('tests' in problem ? named('test', problem.tests) : []),
    ...('checks' in problem ? named('check', problem.checks) : []),
    ...('rubric' in problem ? named('criterion', problem.rubric) : []),
  ].filter(({ title, description }) => title.trim() !== '' || description.trim() !== '')
}

/** The problem with words in another language; a language without a word is none. */
export const withProblemTexts = (problem: Problem, language: Language, change: Partial<Texts>): Problem => {
  const own: Texts = { statement: '', parts: {}, hints: {}, ...problem.texts?.[language], ...change }
  const { [language]: _, ...others } = problem.texts ?? {}
  const next = { ...problem, texts: { ...others, [language]: own } }
  const words = [...Object.values(own.parts), ...Object.values(own.hints)]
  const any =
    words.some((text) => text.trim() !== '') ||
    contentSpeaks({ type: 'problem', problem: next as unknown as Record<string, unknown> }, language)
  return any ? next : { ...problem, texts: others }
}
