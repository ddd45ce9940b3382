/** A course with a problem of every kind, and what learners may request. */
import { randomUUID } from 'node:crypto'
import type { ProblemPage, SubmitResult, takeTests } from '#contract/problems/endpoints.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import {
  authoredProblem,
  type AuthoredProblemInput,
  type ProblemAnswer,
} from '#contract/problems/problems.ts'
import type { NewItem } from '#server/features/courses/index.ts'
import { CLIENT, itemOf, startWorld, type Detail, type World } from '#tests/server/courses/world.ts'
import { addPerson } from '#tests/support/server/people.ts'

/** Appears only in the expected output of a hidden test. */
export const KEY_CANARY = 'canary-55ab-expected'
/** Appears only in the author's solution, and in a hint. */
export const SOLUTION_CANARY = 'canary-77cd-solution'
export const HINT_CANARY = 'canary-88de-hint'
export const TEST = { open: randomUUID(), hidden: randomUUID() }
export const CRITERIA = [randomUUID(), randomUUID()] as const

const item = (title: string, problem: AuthoredProblemInput): NewItem => ({
  type: 'problem',
  title,
  minutes: 5,
  problem: authoredProblem.parse(problem),
})

export const items = (): NewItem[] => [
  item('Code', {
    kind: 'javascript',
    statement: '<p onclick="x()">Double it.</p><script>steal()</script>',
    call: 'double',
    points: 10,
    tests: [
      { id: TEST.open, title: 'Two', hidden: false, input: '[2]', expected: '4' },
      { id: TEST.hidden, title: 'A word', hidden: true, input: '["a"]', expected: `"${KEY_CANARY}"` },
    ],
  }),
  item('Helped', {
    kind: 'javascript',
    statement: '<p>Double it.</p>',
    call: 'double',
    tests: [{ id: TEST.open, title: 'Two', hidden: false, input: '[2]', expected: '4' }],
    hints: [
      { id: randomUUID(), text: 'Think of adding.', after: 0 },
      { id: randomUUID(), text: HINT_CANARY, after: 1 },
    ],
    solution: `const double = (x) => x + x // ${SOLUTION_CANARY}`,
    solution_after: 2,
  }),
  item('Few tries', {
    kind: 'python',
    statement: '<p>Print.</p>',
    attempts_limit: 2,
    tests: [{ id: TEST.open, title: '', hidden: false, input: '', expected: 'x' }],
  }),
  item('Sheet', {
    kind: 'spreadsheet',
    statement: '<p>Sum.</p>',
    points: 8,
    rows: 5,
    columns: 3,
    cells: [
      { cell: 'A1', value: '2' },
      { cell: 'A2', value: '3' },
    ],
    checks: [
      { id: randomUUID(), title: 'Sum', cell: 'B1', expected: '5' },
      {
        id: randomUUID(),
        title: 'Other numbers',
        cell: 'B1',
        expected: '13',
        hidden: true,
        changes: [{ cell: 'A1', value: '10' }],
      },
    ],
  }),
  item('Essay', {
    kind: 'text',
    statement: '<p>Why?</p>',
    points: 20,
    words_min: 3,
    rubric: [
      { id: CRITERIA[0], title: 'Reason', description: '', points: 6 },
      { id: CRITERIA[1], title: 'Example', description: '', points: 4 },
    ],
  }),
]

export interface ProblemWorld extends World {
  detail: Detail
  id: (title: string) => number
  learner: (name: string) => Promise<number>
  page: (user: number, title: string) => Promise<{ status: number; body: ProblemPage }>
  take: (
    user: number,
    title: string,
    answer: ProblemAnswer,
  ) => Promise<{ status: number; body: ResponseOf<typeof takeTests> }>
  submit: (user: number, title: string, body: object) => Promise<{ status: number; body: SubmitResult }>
}

export const startProblemWorld = async (): Promise<ProblemWorld> => {
  const world = await startWorld()
  const course = await world.course({
    sections: [{ title: 'One', topics: [{ title: 'Problems', items: items() }] }],
  })
  const detail = (await world.call<Detail>(world.teacher, 'GET', `/courses/${course}/`)).body
  const id = (title: string) => itemOf(detail, title).id
  return {
    ...world,
    detail,
    id,
    learner: async (name) => {
      const person = await addPerson(world.server.db, { clientId: CLIENT, name })
      await world.call(person, 'POST', `/courses/${course}/enrolment/`)
      return person
    },
    page: (user, title) => world.call(user, 'GET', `/items/${id(title)}/problem/`),
    take: (user, title, answer) => world.call(user, 'POST', `/items/${id(title)}/problem/tests/`, { answer }),
    submit: (user, title, body) =>
      world.call(user, 'POST', `/items/${id(title)}/problem/submissions/`, {
        idempotency_key: randomUUID(),
        ...body,
      }),
  }
}
