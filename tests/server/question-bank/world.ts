/** A tenant with staff and a learner, topics and questions, and the requests they make. */
import { randomUUID } from 'node:crypto'
import type { AuthoredAssessment, AssessmentSettings } from '#contract/assessments/admin/authoring.ts'
import type { BankQuestion, BankTopic, QuestionDraft } from '#contract/question-bank/question-bank.ts'
import { assessmentSettings, bankQuestion } from '#tests/support/content/assessments.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

export const CLIENT = 7

export interface Reply<T> {
  status: number
  body: T
}
type Request = <T = { code: string }>(
  user: number,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
) => Promise<Reply<T>>

export interface BankWorld {
  server: TestServer
  admin: number
  instructor: number
  student: number
  logic: number
  numbers: number
  request: Request
  /** A question in the topic `logic` by default. */
  add: (changes?: Partial<QuestionDraft>) => Promise<BankQuestion>
  save: (
    question: BankQuestion,
    changes: Partial<QuestionDraft> & { version?: number; note?: string },
  ) => Promise<Reply<BankQuestion>>
  assemble: (changes?: Partial<AssessmentSettings>) => Promise<AuthoredAssessment>
  activate: (assessment: { id: number }) => Promise<Reply<AuthoredAssessment>>
}

export const startBankWorld = async (): Promise<BankWorld> => {
  const server = await startTestServer({ features: featuresAsUser })
  await addClient(server.db, { id: CLIENT })
  const person = (name: string, role: 'student' | 'instructor' | 'admin') =>
    addPerson(server.db, { clientId: CLIENT, name, role })
  const admin = await person('Ada Admin', 'admin')
  const ask: Request = async <T>(user: number, method: string, path: string, body?: unknown) => {
    const reply = await server.app.inject({
      method: method as 'GET',
      url: `/api/clients/${CLIENT}/admin${path}`,
      headers: { authorization: `Bearer ${user}` },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    return { status: reply.statusCode, body: reply.json() as T }
  }
  const topic = async (key: string, en: string) =>
    (await ask<BankTopic>(admin, 'PUT', `/question-bank/topics/${key}/`, { names: { en } })).body.id
  const logic = await topic('logic', 'Logic')
  const draftOf = ({ topic_id, difficulty, tags, language, texts, answer }: BankQuestion): QuestionDraft => ({
    topic_id,
    difficulty,
    tags,
    language,
    texts,
    answer,
  })
  return {
    server,
    admin,
    instructor: await person('Ina Instructor', 'instructor'),
    student: await person('Sam Student', 'student'),
    logic,
    numbers: await topic('numbers', 'Numbers'),
    request: ask,
    add: async (changes = {}) =>
      (
        await ask<BankQuestion>(admin, 'POST', '/question-bank/questions/', {
          ...bankQuestion({ topic_id: logic, ...changes }),
          idempotency_key: randomUUID(),
        })
      ).body,
    save: (question, changes) =>
      ask<BankQuestion>(admin, 'PUT', `/question-bank/questions/${question.id}/`, {
        ...draftOf(question),
        version: question.version,
        ...changes,
      }),
    assemble: async (changes = {}) =>
      (
        await ask<AuthoredAssessment>(admin, 'POST', '/assessments/', {
          ...assessmentSettings(changes),
          idempotency_key: randomUUID(),
        })
      ).body,
    activate: ({ id }) =>
      ask<AuthoredAssessment>(admin, 'POST', `/assessments/${id}/status/`, { status: 'active' }),
  }
}
