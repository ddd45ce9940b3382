/**
 * Kills server and database under somebody who takes an assessment (TRUST E5): what was acknowledged is there afterwards,
 * and beyond it at most the one answer that was on its way.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { PRIVATE_DATABASE } from '#server/core/db/connect.ts'
import { findPostmaster } from '#server/core/db/engine/postmaster.ts'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { Killable, type Victim } from './chaos.ts'

const ANSWERS_BETWEEN_KILLS = 8
const ONE_WITHIN_MS = 60_000
const LETTERS = 'ABCD'

export interface ExamChaosResult {
  readonly kills: number
  readonly acknowledged: number
  /** Questions whose stored choice is neither what was acknowledged last nor what was on its way. */
  readonly lost: readonly string[]
  /** Whether the result after everything counts exactly what is stored. */
  readonly graded: boolean
  readonly unasked: number
}

interface Sitting {
  token: string
  attempt: string
  holder: string
  version: number
  questions: number
}
interface Given {
  choice: string
  seq: number
}
type Answers = ReadonlyMap<number, Given>

/** Acknowledged answers that are not there, nor replaced by the one that was on its way. */
export const lostOf = (acked: Answers, onItsWay: Answers, stored: Answers): string[] =>
  [...acked].flatMap(([position, given]) => {
    const row = stored.get(position)
    const waiting = onItsWay.get(position)
    const fits = row?.seq === given.seq && row.choice === given.choice
    const newer = waiting && row?.seq === waiting.seq && row.choice === waiting.choice
    return fits || newer ? [] : [`${position}: ${JSON.stringify(row)} for ${JSON.stringify(given)}`]
  })

export const runExamChaos = async (options: {
  victims: readonly Victim[]
  dataDir: string
  note?: (line: string) => void
}): Promise<ExamChaosResult> => {
  const product = new Killable(options.dataDir)
  await product.start()
  await product.untilReady()
  try {
    const sitting = await begin(product)
    const acked = new Map<number, Given>()
    const onItsWay = new Map<number, Given>()
    let seq = 0
    let acknowledged = 0
    const answerOne = async (): Promise<void> => {
      seq += 1
      const position = 1 + (seq % sitting.questions)
      const given = { choice: LETTERS.charAt(Math.floor(Math.random() * 4)), seq }
      onItsWay.set(position, given)
      // As the app: the same answer again until somebody says that it is kept.
      const until = Date.now() + ONE_WITHIN_MS
      while (Date.now() < until) {
        if (await send(product, sitting, position, given)) {
          acked.set(position, given)
          onItsWay.delete(position)
          acknowledged += 1
          return
        }
        await sleep(30)
      }
      throw new Error('answers are no longer acknowledged')
    }
    for (const [index, victim] of options.victims.entries()) {
      for (let more = 0; more < ANSWERS_BETWEEN_KILLS; more += 1) await answerOne()
      // One answer is on its way while it happens.
      await Promise.all([answerOne(), product.kill(victim)])
      await product.untilReady()
      options.note?.(`kill ${index + 1} (${victim}): ${acknowledged} acknowledged`)
    }
    // Acknowledged only when everything is back.
    await answerOne()
    const stored = await answersIn(options.dataDir, sitting.attempt)
    const lost = lostOf(acked, onItsWay, stored)
    const graded = await submitted(product, sitting, stored.size)
    return { kills: options.victims.length, acknowledged, lost, graded, unasked: product.unasked }
  } finally {
    await product.stop()
  }
}

const post = async <T>(
  product: Killable,
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

const begin = async (product: Killable): Promise<Sitting> => {
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
  const short = results.find((each) => each.variant === 'short')
  const holder = randomUUID()
  const page = await post<{ id: string; version: number; questions: unknown[] }>(
    product,
    `/api/clients/7/assessments/${short?.id}/start/`,
    { holder, consent: true },
    token,
  )
  if (!page) throw new Error('the short assessment did not start')
  return { token, holder, attempt: page.id, version: page.version, questions: page.questions.length }
}

const send = async (
  product: Killable,
  { token, attempt, holder, version }: Sitting,
  position: number,
  { choice, seq }: Given,
): Promise<boolean> => {
  const body = {
    holder,
    version,
    answers: [{ position, choice, seq, final: false, marked: false, seen: true, age_ms: 0 }],
  }
  const told = await post<{ items: { outcome: string }[] }>(
    product,
    `/api/clients/7/attempts/${attempt}/answers/`,
    body,
    token,
    'PUT',
  )
  return told?.items[0]?.outcome === 'kept'
}

const submitted = async (product: Killable, sitting: Sitting, answered: number): Promise<boolean> => {
  const { token, attempt, holder, version } = sitting
  const told = await post<{ answered: number; state: string }>(
    product,
    `/api/clients/7/attempts/${attempt}/submit/`,
    { holder, version, answers: [] },
    token,
  )
  return told?.state === 'submitted' && told.answered === answered
}

/** A killed database may be on its way up again: asked until it answers. */
const answersIn = async (dataDir: string, attempt: string): Promise<Map<number, Given>> => {
  const until = Date.now() + ONE_WITHIN_MS
  for (;;)
    try {
      return await storedAnswers(dataDir, attempt)
    } catch (error) {
      if (Date.now() > until) throw error
      await sleep(100)
    }
}

const storedAnswers = async (dataDir: string, attempt: string): Promise<Map<number, Given>> => {
  const server = await findPostmaster(join(dataDir, 'postgres', 'data'))
  if (!server) throw new Error('the database is not there to be asked')
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
