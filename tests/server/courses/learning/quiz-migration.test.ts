import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { QuizResult } from '#contract/courses/progress.ts'
import {
  authoredQuestion,
  givenAnswers,
  type AuthoredQuestion,
  type GivenAnswer,
} from '#contract/courses/quiz.ts'
import { migrate, MIGRATIONS } from '#server/core/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'

/** The first migration with more kinds than single choice. */
const QUIZ_KINDS = '0075'
/** The response that the learner got then. */
const FORMER_RESPONSE = {
  percent: 50,
  passed: false,
  best_percent: 50,
  questions: [
    { question_id: 1, correct: true, explanation: 'why 1' },
    { question_id: 2, correct: false, explanation: 'why 2' },
  ],
  progress: { item: { id: 2, state: 'in_progress' } },
}

let db: TestDatabase
let folder: string
beforeAll(async () => {
  db = await createTestDatabase('template1')
  folder = mkdtempSync(join(tmpdir(), 'lms-migrations-'))
  const copyMigrations = (isWanted: (name: string) => boolean) => {
    for (const name of readdirSync(MIGRATIONS).filter(isWanted))
      cpSync(join(MIGRATIONS, name), join(folder, name))
  }
  copyMigrations((name) => name < QUIZ_KINDS)
  await migrate({ connection: db.superuser, appMayLogIn: true, folder })
  await fill()
  copyMigrations(() => true)
  await migrate({ connection: db.superuser, appMayLogIn: true, folder })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await db.drop()
})

/** Two tenants, each with an old quiz and a learner's attempt. */
const fill = async () => {
  for (const client of [7, 8]) {
    const run = (text: string, values: unknown[] = []) => db.asSuperuser<{ id: number }>(text, values)
    await run(`insert into client (client_id, name, short_name, slug) values ($1, 'C', 'C', $2)`, [
      client,
      `c${client}`,
    ])
    await run(
      `insert into app_user (client_id, id, email, email_key, username, username_key, full_name, time_zone)
       overriding system value values ($1, 1, 'a@x.test', 'a@x.test', 'a', 'a', 'A', 'UTC')`,
      [client],
    )
    await run(`insert into course (client_id, id, title) overriding system value values ($1, 1, 'T')`, [
      client,
    ])
    await run(
      `insert into course_section (client_id, id, course_id, title, position)
       overriding system value values ($1, 1, 1, 'S', 0)`,
      [client],
    )
    await run(
      `insert into course_topic (client_id, id, course_id, section_id, title, position)
       overriding system value values ($1, 1, 1, 1, 'T', 0)`,
      [client],
    )
    await run(
      `insert into course_item (client_id, id, course_id, topic_id, type, title, position)
       overriding system value values ($1, 1, 1, 1, 'video', 'V', 0), ($1, 2, 1, 1, 'quiz', 'Q', 1)`,
      [client],
    )
    await run(
      `insert into item_video (client_id, item_id, duration_seconds, sources) values ($1, 1, 100, '[]')`,
      [client],
    )
    await run(`insert into item_quiz (client_id, item_id) values ($1, 2)`, [client])
    await run(
      `insert into quiz_question (client_id, id, item_id, position, prompt, explanation)
       overriding system value values ($1, 1, 2, 0, 'one?', 'why 1'), ($1, 2, 2, 1, 'two?', 'why 2')`,
      [client],
    )
    await run(
      `insert into quiz_choice (client_id, id, question_id, position, text, correct)
       overriding system value values ($1, 11, 1, 1, 'no', false), ($1, 12, 1, 0, 'yes', true),
         ($1, 21, 2, 0, 'yes', true), ($1, 22, 2, 1, 'no', false)`,
      [client],
    )
    await run(`insert into enrolment (client_id, user_id, course_id) values ($1, 1, 1)`, [client])
    await run(
      `insert into item_progress (client_id, user_id, item_id, course_id, first_at, last_at, watched_seconds, watched_ranges)
       values ($1, 1, 1, 1, now(), now(), 60, '[[0, 60]]')`,
      [client],
    )
    await run(
      `insert into quiz_attempt (client_id, user_id, course_id, item_id, idempotency_key, percent, passed, answers,
         answer_sent, created_at)
       values ($1, 1, 1, 2, gen_random_uuid(), 50, false,
         '[{"question_id": 1, "choice_id": 12}, {"question_id": 2, "choice_id": null}]', $2, now())`,
      [client, JSON.stringify(FORMER_RESPONSE)],
    )
  }
}

describe.each([7, 8])('migrated quizzes of client %i', (client) => {
  const read = <T extends object>(columns: string, table: string) =>
    db.asSuperuser<T>(`select ${columns} from ${table} where client_id = $1 order by 1`, [client])

  test('turns single choices into valid questions without showing the key', async () => {
    const rows = await read<{ id: number; shown: object; authored: AuthoredQuestion }>(
      'id, shown, authored',
      'quiz_question',
    )
    expect(rows).toHaveLength(2)
    for (const { authored, shown } of rows) {
      expect(authoredQuestion.safeParse(authored).success).toBe(true)
      expect(JSON.stringify(shown)).not.toMatch(/correct|why/)
    }
    const first = rows[0]?.authored
    expect(first?.kind === 'single' && first.options.map(({ text, correct }) => [text, correct])).toEqual([
      ['yes', true],
      ['no', false],
    ])
  })

  test('keeps the answers and the response of an attempt', async () => {
    const [row] = await read<{ id: number; answers: GivenAnswer[]; answer_sent: QuizResult }>(
      'id, answers, answer_sent',
      'quiz_attempt',
    )
    expect(givenAnswers.safeParse(row?.answers).success).toBe(true)
    const [question] = await read<{ id: number; authored: Extract<AuthoredQuestion, { kind: 'single' }> }>(
      'id, authored',
      'quiz_question',
    )
    const right = question?.authored.options.find((option) => option.correct)?.id
    expect(row?.answers).toEqual([
      { question_id: 1, kind: 'single', chosen: right },
      { question_id: 2, kind: 'single', chosen: null },
    ])
    expect(row?.answer_sent.questions.map((mark) => mark.verdict)).toEqual(['right', 'wrong'])
    expect(row?.answer_sent).toMatchObject({ attempt_id: row?.id, standing: { best_percent: 50 } })
  })

  test('keeps watched seconds', async () => {
    const rows = await read('item_id, claimed_ranges, clock_ranges', 'item_progress')
    expect(rows).toEqual([{ item_id: 1, claimed_ranges: [[0, 60]], clock_ranges: [[0, 60]] }])
  })
})
