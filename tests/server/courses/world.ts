/** A tenant with an instructor, two learners and courses with every kind of item, and helpers for requests. */
import { randomUUID } from 'node:crypto'
import type { CourseDetail } from '#contract/courses/outline.ts'
import type { AuthoredQuestion } from '#contract/courses/quiz.ts'
import { addCourse, type NewCourse } from '#server/features/courses/index.ts'
import type { ProviderHosts } from '#server/features/money/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { singleQuestion } from '#tests/support/content/questions.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

export const CLIENT = 7
export const OTHER_CLIENT = 8
/** Appears only in explanations, which only a graded quiz may show. */
export const CANARY = 'canary-7c1f: because rows that match stay'

export const quiz = (
  title: string,
  questions: number,
): NewCourse['sections'][0]['topics'][0]['items'][0] => ({
  type: 'quiz',
  title,
  minutes: 3,
  questions: Array.from({ length: questions }, (_, index) =>
    singleQuestion(
      `Question ${index + 1}`,
      [
        { text: `wrong a ${index}`, correct: false },
        { text: `right ${index}`, correct: true },
        { text: `wrong b ${index}`, correct: false },
      ],
      { explanation: `${CANARY} ${index + 1}` },
    ),
  ),
})

export const article = (title: string, html = '<p>Text</p>') =>
  ({ type: 'article', title, minutes: 2, html }) as const

export const video = (title: string, durationSeconds: number) =>
  ({
    type: 'video',
    title,
    minutes: 1,
    durationSeconds,
    sources: [{ url: '/files/7/x.webm', mime: 'video/webm' }],
    posterUrl: null,
    captions: [{ language: 'en', label: 'English', url: '/files/7/x.en.vtt' }],
  }) as const

/** Two sections: a free preview with an article; a topic with article, video and quiz; a last topic with an article. */
export const sampleCourse = (changes: Partial<NewCourse> = {}): NewCourse =>
  aNewCourse({
    title: 'SQL from First Query to Joins',
    sections: [
      {
        title: 'Start',
        topics: [
          { title: 'Preview', freePreview: true, items: [article('Welcome')] },
          { title: 'Core', items: [article('Read'), video('Watch', 40), quiz('Check', 5)] },
        ],
      },
      { title: 'End', topics: [{ title: 'Close', items: [article('Goodbye')] }] },
    ],
    ...changes,
  })

export interface World {
  server: TestServer
  teacher: number
  student: number
  classmate: number
  stranger: number
  course: (course?: Partial<NewCourse>, clientId?: number) => Promise<number>
  call: Call
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export interface Reply<T> {
  status: number
  body: T
  headers: Record<string, unknown>
}
type Call = <T = never>(user: number, method: Method, path: string, body?: unknown) => Promise<Reply<T>>

export const startWorld = async (payments?: ProviderHosts): Promise<World> => {
  const server = await startTestServer({ features: (core) => featuresAsUser(core, payments) })
  await addClient(server.db, { id: CLIENT })
  await addClient(server.db, { id: OTHER_CLIENT })
  const teacher = await addPerson(server.db, { clientId: CLIENT, name: 'Tara Teacher', role: 'instructor' })
  const student = await addPerson(server.db, { clientId: CLIENT, name: 'Sam Student' })
  const classmate = await addPerson(server.db, { clientId: CLIENT, name: 'Cleo Classmate' })
  const stranger = await addPerson(server.db, { clientId: OTHER_CLIENT, name: 'Sia Stranger' })
  return {
    server,
    teacher,
    student,
    classmate,
    stranger,
    course: (course = {}, clientId = CLIENT) =>
      server.core.db.withTenant(clientId, async (db) => {
        const instructors = clientId === CLIENT ? [{ userId: teacher, bio: 'Teaches data.' }] : []
        const id = await addCourse(db, clientId, sampleCourse({ instructors, ...course }))
        await server.core.changes.announce(db, { kind: 'courses', clientId })
        return id
      }),
    call: caller(server),
  }
}

/** Calls an API path of the tenant, as the app does. */
export const caller =
  (server: Pick<TestServer, 'app'>, clientId = CLIENT): Call =>
  async <T>(user: number, method: Method, path: string, body?: unknown): Promise<Reply<T>> => {
    const reply = await server.app.inject({
      method,
      url: `/api/clients/${clientId}${path}`,
      headers: { authorization: `Bearer ${user}` },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    return {
      status: reply.statusCode,
      body: (reply.body === '' ? undefined : reply.json()) as T,
      headers: reply.headers,
    }
  }

export type Detail = CourseDetail
export const itemOf = (detail: Detail, title: string) => {
  const item = detail.sections.flatMap((s) => s.topics.flatMap((t) => t.items)).find((i) => i.title === title)
  if (!item) throw new Error(`no item ${title}`)
  return item
}
export const topicOf = (detail: Detail, title: string) => {
  const topic = detail.sections.flatMap((section) => section.topics).find((each) => each.title === title)
  if (!topic) throw new Error(`no topic ${title}`)
  return topic
}

/** Answers to a quiz of single choices, from its key in the table: the first `right` ones are right. */
export const answersFor = async (server: TestServer, itemId: number, right: number) => {
  const rows = await server.db.asSuperuser<{
    id: number
    authored: Extract<AuthoredQuestion, { kind: 'single' }>
  }>('select id, authored from quiz_question where item_id = $1 order by position', [itemId])
  return {
    idempotency_key: randomUUID(),
    answers: rows.map(({ id, authored }, index) => ({
      question_id: id,
      kind: 'single',
      chosen: authored.options.find((option) => option.correct === index < right)?.id ?? null,
    })),
  }
}
