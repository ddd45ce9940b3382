/** A tenant with two instructors, an admin and a learner, and helpers for requests to the course builder. */
import { randomUUID } from 'node:crypto'
import type { CheckFinding, DraftState } from '#contract/course-builder/course-builder.ts'
import type { CourseDocument, DraftItem, Operation } from '#contract/course-builder/draft.ts'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#tests/support/server/server.ts'

export const CLIENT = 7

export interface Reply<T> {
  status: number
  body: T
}
export type Ask = <T = { code: string; fields?: Record<string, { params?: Record<string, unknown> }[]> }>(
  user: number,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<Reply<T>>

export interface BuilderWorld {
  server: TestServer
  tara: number
  tom: number
  admin: number
  sam: number
  ask: Ask
  /** Creates a course of Tara's. */
  create: (title?: string) => Promise<number>
  draft: (courseId: number, user?: number) => Promise<DraftState>
  /** Saves on top of the current revision. */
  save: (courseId: number, operations: Operation[], user?: number) => Promise<Reply<DraftState>>
  publish: (courseId: number, user?: number) => Promise<Reply<{ status: string }>>
  findings: (courseId: number) => Promise<CheckFinding[]>
  detail: (courseId: number, user: number) => Promise<Reply<CourseDetail>>
}

export const startBuilderWorld = async (options: TestServerOptions = {}): Promise<BuilderWorld> => {
  const server = await startTestServer({ features: featuresAsUser, ...options })
  await addClient(server.db, { id: CLIENT })
  const person = (name: string, role: 'student' | 'instructor' | 'admin') =>
    addPerson(server.db, { clientId: CLIENT, name, role })
  const tara = await person('Tara Teacher', 'instructor')
  const tom = await person('Tom Teacher', 'instructor')
  const admin = await person('Ada Admin', 'admin')
  const sam = await person('Sam Student', 'student')
  const ask: Ask = async <T>(user: number, method: string, path: string, body?: unknown) => {
    const reply = await server.app.inject({
      method: method as 'GET',
      url: `/api/clients/${CLIENT}${path}`,
      headers: { authorization: `Bearer ${user}` },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    return {
      status: reply.statusCode,
      body: (reply.body === '' ? undefined : reply.json()) as T,
    }
  }
  const draft = async (courseId: number, user = tara) =>
    (await ask<DraftState>(user, 'GET', `/admin/courses/${courseId}/draft/`)).body
  return {
    server,
    tara,
    tom,
    admin,
    sam,
    ask,
    draft,
    create: async (title = 'Queries that answer') => {
      const { body } = await ask<{ course_id: number }>(tara, 'POST', '/admin/courses/', {
        idempotency_key: randomUUID(),
        title,
        language: 'en',
      })
      return body.course_id
    },
    save: async (courseId, operations, user = tara) => {
      const { revision } = await draft(courseId, user)
      return ask<DraftState>(user, 'PATCH', `/admin/courses/${courseId}/draft/`, {
        revision,
        batch: randomUUID(),
        operations,
      })
    },
    publish: async (courseId, user = tara) => {
      const { revision } = await draft(courseId, user)
      return ask<{ status: string }>(user, 'POST', `/admin/courses/${courseId}/publication/`, { revision })
    },
    findings: async (courseId) =>
      (await ask<{ findings: CheckFinding[] }>(tara, 'GET', `/admin/courses/${courseId}/check/`)).body
        .findings,
    detail: (courseId, user) => ask<CourseDetail>(user, 'GET', `/courses/${courseId}/`),
  }
}

export const article = (key: string, html = `<p>Words of ${key}</p>`): DraftItem => ({
  key,
  title: `Article ${key}`,
  titles: {},
  minutes: 2,
  content: { type: 'article', html },
})
export const topic = (key: string, items: DraftItem[]): CourseDocument['sections'][0]['topics'][0] => ({
  key,
  title: `Topic ${key}`,
  titles: {},
  free_preview: false,
  items,
})
export const section = (
  key: string,
  topics: CourseDocument['sections'][0]['topics'],
  changes: Partial<CourseDocument['sections'][0]> = {},
): CourseDocument['sections'][0] => ({
  key,
  title: `Section ${key}`,
  titles: {},
  opens_at: null,
  opens_after_days: null,
  requires: [],
  topics,
  ...changes,
})
export const addSection = (node: CourseDocument['sections'][0], index = 99): Operation => ({
  op: 'add_section',
  index,
  node,
})
export const quizItem = (key: string): DraftItem => ({
  key,
  title: `Quiz ${key}`,
  titles: {},
  minutes: 3,
  content: {
    type: 'quiz',
    pass_percent: 60,
    attempts_limit: null,
    cooldown_minutes: 0,
    reveal: 'done',
    questions: [
      {
        kind: 'single',
        prompt: 'Which rows does an inner join keep?',
        options: [
          { id: randomUUID(), text: 'those that match', correct: true },
          { id: randomUUID(), text: 'all of them', correct: false },
        ],
      },
      { kind: 'short', prompt: 'Which word filters rows?', accepted: ['where'] },
    ],
  },
})
