/**
 * Kills server and database while a learner takes an assessment (E5): every acknowledged answer must exist
 * afterwards, and at most the one in flight may be newer.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { PRIVATE_DATABASE } from '#server/core/db/connect.ts'
import { findPostmaster } from '#server/core/db/engine/postmaster.ts'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { KillableProduct, type Victim } from './chaos.ts'

const ANSWERS_BETWEEN_KILLS = 8
const ANSWER_TIMEOUT_MS = 60_000
const LETTERS = 'ABCD'

export interface ExamChaosResult {
  readonly kills: number
  readonly acknowledged: number
  /** Questions whose stored choice is neither the last acknowledged one nor the one in flight. */
  readonly lost: readonly string[]
  /** Whether the final result counts exactly the stored answers. */
  readonly isGradedCorrectly: boolean
  readonly unexpectedExits: number
}

interface ExamSession {
  token: string
  attempt: string
  holder: string
  version: number
  questions: number
}
interface GivenAnswer {
  choice: string
  seq: number
}
type AnswersByPosition = ReadonlyMap<number, GivenAnswer>

/** Acknowledged answers that are missing and were not replaced by the one in flight. */
export const lostOf = (
  acknowledgedAnswers: AnswersByPosition,
  inFlight: AnswersByPosition,
  stored: AnswersByPosition,
): string[] =>
  [...acknowledgedAnswers].flatMap(([position, acknowledged]) => {
    const row = stored.get(position)
    const pending = inFlight.get(position)
    const isStored = row?.seq === acknowledged.seq && row.choice === acknowledged.choice
    const isNewer = pending && row?.seq === pending.seq && row.choice === pending.choice
    return isStored || isNewer
      ? []
      : [`${position}: ${JSON.stringify(row)} for ${JSON.stringify(acknowledged)}`]
  })

export const runExamChaos = async (options: {
  victims: readonly Victim[]
  dataDir: string
  onProgress?: (line: string) => void
}): Promise<ExamChaosResult> => {
  const product = new KillableProduct(options.dataDir)
  await product.start()
  await product.waitUntilReady()
  try {
    const session = await startExam(product)
    const acknowledgedAnswers = new Map<number, GivenAnswer>()
    const inFlight = new Map<number, GivenAnswer>()
    let seq = 0
    let acknowledged = 0
    const answerOne = async (): Promise<void> => {
      seq += 1
      const position = 1 + (seq % session.questions)
      const answer = { choice: LETTERS.charAt(Math.floor(Math.random() * 4)), seq }
      inFlight.set(position, answer)
      // Like the app: repeats the answer until the server confirms it.
      const deadline = Date.now() + ANSWER_TIMEOUT_MS
      while (Date.now() < deadline) {
        if (await send(product, session, position, answer)) {
          acknowledgedAnswers.set(position, answer)
          inFlight.delete(position)
          acknowledged += 1
          return
        }
        await sleep(30)
      }
      throw new Error('answers are no longer acknowledged')
    }
    for (const [index, victim] of options.victims.entries()) {
      for (let count = 0; count < ANSWERS_BETWEEN_KILLS; count += 1) await answerOne()
      // One answer is in flight during the kill.
      await Promise.all([answerOne(), product.kill(victim)])
      await product.waitUntilReady()
      options.onProgress?.(`kill ${index + 1} (${victim}): ${acknowledged} acknowledged`)
    }
    // Confirmed only after everything has recovered.
    await answerOne()
    const stored = await readAnswers(options.dataDir, session.attempt)
    const lost = lostOf(acknowledgedAnswers, inFlight, stored)
    const isGradedCorrectly = await isSubmitCorrect(product, session, stored.size)
    return {
      kills: options.victims.length,
      acknowledged,
      lost,
      isGradedCorrectly,
      unexpectedExits: product.unexpectedExits,
    }
  } finally {
    await product.stop()
  }
}

const post = async <T>(
  product: KillableProduct,
  path: string,
  body: unknown,
  token?: string,
  method = 'POST',
): Promise<T | null> => {
  try {
    const answer = await fetch(`${product.address}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    })
    const text = await answer.text()
    return answer.ok ? (JSON.parse(text) as T) : null
  } catch {
    return null
  }
}

const startExam = async (product: KillableProduct): Promise<ExamSession> => {
  const signedIn = await post<{ access_token: string }>(product, '/accounts/clients/7/user/login/', {
    email: 'student@demo.test',
    password: DEMO_PASSWORD,
  })
  if (!signedIn) throw new Error('the demo’s student could not sign in')
  const token = signedIn.access_token
  const answer = await fetch(`${product.address}/api/clients/7/assessments/`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { results } = (await answer.json()) as { results: { id: number; variant: string }[] }
  const shortAssessment = results.find((assessment) => assessment.variant === 'short')
  const holder = randomUUID()
  const page = await post<{ id: string; version: number; questions: unknown[] }>(
    product,
    `/api/clients/7/assessments/${shortAssessment?.id}/start/`,
    { holder, consent: true },
    token,
  )
  if (!page) throw new Error('the short assessment did not start')
  return { token, holder, attempt: page.id, version: page.version, questions: page.questions.length }
}

const send = async (
  product: KillableProduct,
  { token, attempt, holder, version }: ExamSession,
  position: number,
  { choice, seq }: GivenAnswer,
): Promise<boolean> => {
  const body = {
    holder,
    version,
    answers: [{ position, choice, seq, final: false, marked: false, seen: true, age_ms: 0 }],
  }
  const response = await post<{ items: { outcome: string }[] }>(
    product,
    `/api/clients/7/attempts/${attempt}/answers/`,
    body,
    token,
    'PUT',
  )
  return response?.items[0]?.outcome === 'kept'
}

const isSubmitCorrect = async (
  product: KillableProduct,
  session: ExamSession,
  answered: number,
): Promise<boolean> => {
  const { token, attempt, holder, version } = session
  const response = await post<{ answered: number; state: string }>(
    product,
    `/api/clients/7/attempts/${attempt}/submit/`,
    { holder, version, answers: [] },
    token,
  )
  return response?.state === 'submitted' && response.answered === answered
}

/** Retries, because a killed database may still be starting. */
const readAnswers = async (dataDir: string, attempt: string): Promise<Map<number, GivenAnswer>> => {
  const deadline = Date.now() + ANSWER_TIMEOUT_MS
  for (;;)
    try {
      return await storedAnswers(dataDir, attempt)
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(100)
    }
}

const storedAnswers = async (dataDir: string, attempt: string): Promise<Map<number, GivenAnswer>> => {
  const server = await findPostmaster(join(dataDir, 'postgres', 'data'))
  if (!server) throw new Error('the database is not running')
  const client = new pg.Client({
    host: server.socketDir,
    port: server.port,
    user: 'postgres',
    database: PRIVATE_DATABASE,
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ position: number; choice: string; seq: number }>(
      'select position, choice, seq from attempt_answer where attempt_id = $1',
      [attempt],
    )
    return new Map(rows.map((row) => [row.position, { choice: row.choice, seq: row.seq }]))
  } finally {
    await client.end().catch(() => undefined)
  }
}
