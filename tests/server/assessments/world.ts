/**
 * A tenant with a bank of 24 questions in two topics, assessments drawn from it, and the requests of a learner.
 */
import { randomUUID } from 'node:crypto'
import type { Letter } from '#contract/assessments/shapes.ts'
import type { AssessmentSettings } from '#contract/assessments/admin/authoring.ts'
import type { AttemptPage, SaveAnswersResult, Submitted } from '#contract/assessments/assessments.ts'
import {
  addAssessment,
  addQuestion,
  putTopic,
  setAssessmentStatus,
} from '#server/features/question-bank/index.ts'
import { caller, CLIENT, OTHER_CLIENT, type Reply } from '#tests/server/courses/world.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { assessmentSettings, bankQuestion, words } from '#tests/support/content/assessments.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

export { CLIENT, OTHER_CLIENT }
/** Part of every explanation; must never reach a learner before the end of an attempt. */
export const EXPLANATION_CANARY = 'canary-e8: because it follows'
export const START = '2026-11-21T09:00:00.000Z'

export interface Answer {
  position: number
  choice: Letter | null
  final: boolean
  marked: boolean
  seen: boolean
  seq: number
  age_ms: number
}
let seq = 0
/** One answer as a device sends it; each is newer than the previous one. */
export const answer = (position: number, choice: Letter | null, overrides: Partial<Answer> = {}): Answer => ({
  position,
  choice,
  final: false,
  marked: false,
  seen: true,
  seq: (seq += 1),
  age_ms: 0,
  ...overrides,
})

export interface Device {
  holder: string
  version: number
}

export interface ExamWorld {
  server: TestServer
  teacher: number
  admin: number
  topics: { logic: number; numbers: number }
  learner: (name?: string) => Promise<number>
  assessment: (changes?: Partial<AssessmentSettings>) => Promise<number>
  call: ReturnType<typeof caller>
  start: (user: number, assessment: number, holder?: string) => Promise<Reply<AttemptPage>>
  /** Starts an attempt and returns its page and device. */
  begin: (user: number, assessment: number) => Promise<{ page: AttemptPage; device: Device }>
  save: (
    user: number,
    attempt: string,
    device: Device,
    answers: Answer[],
  ) => Promise<Reply<SaveAnswersResult>>
  submit: (user: number, attempt: string, device: Device, answers?: Answer[]) => Promise<Reply<Submitted>>
  /** The right letters as the learner sees them, read from the tables. */
  rightLetters: (attempt: string) => Promise<Letter[]>
  /** The stored answers of an attempt, by position. */
  stored: (attempt: string) => Promise<{ position: number; choice: Letter | null; final: boolean }[]>
  row: (attempt: string) => Promise<Record<string, unknown>>
}

const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D']

export const startExamWorld = async (env: Record<string, string> = {}): Promise<ExamWorld> => {
  const server = await startTestServer({ features: featuresAsUser, clock: createTestClock(START), env })
  await addClient(server.db, { id: CLIENT })
  await addClient(server.db, { id: OTHER_CLIENT })
  const teacher = await addPerson(server.db, { clientId: CLIENT, name: 'Tara Teacher', role: 'instructor' })
  const admin = await addPerson(server.db, { clientId: CLIENT, name: 'Ada Admin', role: 'admin' })
  const now = server.clock.now()
  const topics = await server.core.db.withTenant(CLIENT, async (db) => {
    const logic = await putTopic(db, CLIENT, 'logic', { en: 'Logic', ar: 'المنطق' })
    const numbers = await putTopic(db, CLIENT, 'numbers', { en: 'Numbers' })
    for (let index = 0; index < 24; index += 1)
      await addQuestion(
        db,
        CLIENT,
        bankQuestion({
          topic_id: index % 2 === 0 ? logic : numbers,
          texts: {
            en: words(`Question ${index}?`, {
              options: [`a${index}`, `b${index}`, `c${index}`, `d${index}`],
              explanation: `${EXPLANATION_CANARY} ${index}`,
            }),
          },
          answer: LETTERS[index % 4]!,
        }),
        { now, by: null },
      )
    return { logic, numbers }
  })
  const call = caller(server)
  let learners = 0
  const save: ExamWorld['save'] = (user, attempt, device, answers) =>
    call(user, 'PUT', `/attempts/${attempt}/answers/`, { ...device, answers })
  const start: ExamWorld['start'] = (user, assessment, holder = randomUUID()) =>
    call(user, 'POST', `/assessments/${assessment}/start/`, { holder, consent: true })
  return {
    server,
    teacher,
    admin,
    topics,
    call,
    save,
    start,
    learner: (name) => {
      learners += 1
      return addPerson(server.db, { clientId: CLIENT, name: name ?? `Learner ${learners}` })
    },
    assessment: (changes = {}) =>
      server.core.db.withTenant(CLIENT, async (db) => {
        const settings = assessmentSettings({
          rules: [
            { topic_id: topics.logic, difficulty: null, count: 3 },
            { topic_id: topics.numbers, difficulty: null, count: 3 },
          ],
          ...changes,
        })
        const { id } = await addAssessment(db, CLIENT, settings, { now, by: teacher })
        await setAssessmentStatus(db, { clientId: CLIENT, assessmentId: id }, 'active', { now, by: null })
        return id
      }),
    begin: async (user, assessment) => {
      const holder = randomUUID()
      const { status, body } = await start(user, assessment, holder)
      if (status !== 200) throw new Error(`start: ${status} ${JSON.stringify(body)}`)
      return { page: body, device: { holder, version: body.version } }
    },
    submit: (user, attempt, device, answers = []) =>
      call(user, 'POST', `/attempts/${attempt}/submit/`, { ...device, answers }),
    rightLetters: async (attempt) => {
      const rows = await server.db.asSuperuser<{ letter: Letter }>(
        `select substr('ABCD', strpos(q.option_order, v.answer), 1) as letter from attempt_question q
         join bank_question_version v using (client_id, question_id, version)
         where q.attempt_id = $1 order by q.position`,
        [attempt],
      )
      return rows.map((row) => row.letter)
    },
    stored: (attempt) =>
      server.db.asSuperuser(
        'select position, choice, final from attempt_answer where attempt_id = $1 order by position',
        [attempt],
      ),
    row: async (attempt) =>
      (await server.db.asSuperuser('select * from assessment_attempt where id = $1', [attempt]))[0] ?? {},
  }
}
