/** Problems as an author edits them, including incomplete ones (contract/problems/problems.ts). */
import type { Language } from '#contract/languages.ts'
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

/** Has all defaults, but may be incomplete. */
export type Problem = AuthoredProblem
export type ProblemOf<K extends ProblemKind> = Extract<Problem, { kind: K }>
export type CodeProblem = ProblemOf<'python'> | ProblemOf<'javascript'> | ProblemOf<'sql'>
export type Test = CodeProblem['tests'][number]
export type Hint = CodeProblem['hints'][number]
export type Criterion = ProblemOf<'text'>['rubric'][number]
export type Check = ProblemOf<'spreadsheet'>['checks'][number]

const newId = () => crypto.randomUUID()
export const newTest = (hidden = false): Test => ({ id: newId(), title: '', hidden, input: '', expected: '' })
export const newHint = (): Hint => ({ id: newId(), text: '', after: 1 })
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
  const common = { statement: '', points: PROBLEM_POINTS_DEFAULT, attempts_limit: null }
  if (kind === 'text')
    return {
      kind,
      ...common,
      words_min: null,
      words_max: null,
      rubric: [newCriterion()],
      pass_percent: RUBRIC_PASS_PERCENT_DEFAULT,
    }
  if (kind === 'spreadsheet')
    return {
      kind,
      ...common,
      rows: 10,
      columns: 5,
      cells: [],
      checks: [newCheck()],
      rubric: [],
      pass_percent: RUBRIC_PASS_PERCENT_DEFAULT,
    }
  const code = {
    ...common,
    starter: '',
    solution: '',
    solution_after: null,
    hints: [],
    time_limit_ms: TIME_LIMIT_MS.default,
    memory_mb: MEMORY_LIMIT_MB.default,
    tests: [newTest(), newTest(true)],
  }
  return kind === 'sql' ? { kind, setup: '', ordered: false, ...code } : { kind, call: null, ...code }
}

/** Completes a draft's problem with defaults. */
export const problemFrom = (stored: Record<string, unknown>): Problem => {
  const kind = (stored['kind'] as ProblemKind | undefined) ?? 'python'
  return { ...newProblem(kind), ...stored } as Problem
}

/** Changes the kind and keeps texts, points and, if possible, the tests. */
export const withKind = (problem: Problem, kind: ProblemKind): Problem => {
  if (problem.kind === kind) return problem
  const { statement, points, attempts_limit: attemptsLimit, texts } = problem
  const common = { statement, points, attempts_limit: attemptsLimit, ...(texts && { texts }) }
  const newOne = { ...newProblem(kind), ...common } as Problem
  return 'tests' in problem && 'tests' in newOne
    ? ({ ...newOne, tests: problem.tests, hints: problem.hints } as Problem)
    : newOne
}

export const isComplete = (problem: Problem): boolean => authoredProblem.safeParse(problem).success

/** Parses `A1 = 12`, one cell per line. Invalid lines are ignored. */
export const cellsFrom = (text: string): { cell: string; value: string }[] => {
  const cells = new Map<string, string>()
  for (const line of text.split('\n')) {
    const match = /^\s*([A-Z](?:[1-9]\d?|100))\s*=\s?(.*)$/i.exec(line)
    if (match) cells.set((match[1] as string).toUpperCase(), match[2] ?? '')
  }
  return [...cells].map(([cell, value]) => ({ cell, value }))
}
export const textOfCells = (cells: readonly { cell: string; value: string }[]): string =>
  cells.map(({ cell, value }) => `${cell} = ${value}`).join('\n')

type Texts = NonNullable<NonNullable<Problem['texts']>[Language]>

/** The named parts of a problem. Empty ones need no translation. */
export interface NamedPart {
  kind: 'test' | 'check' | 'criterion' | 'hint'
  id: string
  /** Its position in its list, from 1. */
  number: number
  title: string
  description: string
}
export const namedParts = (problem: Problem): NamedPart[] => {
  const toNamedParts = (
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
    ...('tests' in problem ? toNamedParts('test', problem.tests) : []),
    ...('hints' in problem
      ? toNamedParts(
          'hint',
          problem.hints.map(({ id, text }) => ({ id, title: '', description: text })),
        )
      : []),
    ...('checks' in problem ? toNamedParts('check', problem.checks) : []),
    ...('rubric' in problem ? toNamedParts('criterion', problem.rubric) : []),
  ].filter(({ title, description }) => title.trim() !== '' || description.trim() !== '')
}

/** Adds a translation, or removes the language when all of its texts are empty. */
export const withProblemTexts = (problem: Problem, language: Language, change: Partial<Texts>): Problem => {
  const translation: Texts = { statement: '', parts: {}, hints: {}, ...problem.texts?.[language], ...change }
  const { [language]: _, ...others } = problem.texts ?? {}
  const updated = { ...problem, texts: { ...others, [language]: translation } }
  const texts = [...Object.values(translation.parts), ...Object.values(translation.hints)]
  const hasTexts =
    texts.some((text) => text.trim() !== '') ||
    contentSpeaks({ type: 'problem', problem: updated as unknown as Record<string, unknown> }, language)
  return hasTexts ? updated : { ...problem, texts: others }
}
