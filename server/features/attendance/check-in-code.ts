/**
 * The code on the screen of a session. It follows from the session, the time and the installation's secret, so that every
 * process knows it and none stores it. A new one comes every 15 seconds.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS, CODE_STEP_MS, CODE_TOLERANCE_MS, SCAN_TTL_MS } from '#contract/attendance/rules.ts'
import type { Cookie } from '#server/core/http/cookies.ts'
import type { RequestFacts } from '#server/core/http/scope.ts'

export interface CodeSession {
  readonly clientId: number
  readonly sessionId: number
}

/** How far back a former code is told apart from one that never was. */
const OLD_STEPS = 40

const stepAt = (at: Date): number => Math.floor(at.getTime() / CODE_STEP_MS)

const codeOfStep = (secret: Buffer, { clientId, sessionId }: CodeSession, step: number): string => {
  const digest = createHmac('sha256', secret).update(`${clientId}:${sessionId}:${step}`).digest()
  // Six bytes against 8 digits: no digit is noticeably more frequent than another.
  return String(digest.readUIntBE(0, 6) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

export const codeAt = (
  secret: Buffer,
  session: CodeSession,
  at: Date,
): { code: string; nextInMs: number } => ({
  code: codeOfStep(secret, session, stepAt(at)),
  nextInMs: CODE_STEP_MS - (at.getTime() % CODE_STEP_MS),
})

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Whether the session's screen shows this code now, showed it within the last minutes, or never did. */
export const judgeCode = (
  secret: Buffer,
  session: CodeSession,
  code: string,
  at: Date,
): 'current' | 'old' | 'wrong' => {
  if (!/^\d+$/.test(code) || code.length !== CODE_DIGITS) return 'wrong'
  const step = stepAt(at)
  const isAtStep = (each: number) => isSame(codeOfStep(secret, session, each), code)
  if (isAtStep(step)) return 'current'
  const age = at.getTime() % CODE_STEP_MS
  if (isAtStep(step - 1)) return age <= CODE_TOLERANCE_MS ? 'current' : 'old'
  for (let back = 2; back <= OLD_STEPS; back += 1) if (isAtStep(step - back)) return 'old'
  return 'wrong'
}

/**
 * A code that was scanned before signing in. Signing in takes longer than a code lives, so the browser gets a cookie that
 * says when it had the code. The cookie counts for one learner, and no script can read it.
 */
export interface Scan {
  readonly id: string
  readonly at: Date
}

const nameOf = ({ clientId }: CodeSession) => `check_in_${clientId}`
const VALUE = /^(\d{1,10})\.(\d{1,15})\.([\w-]{22})\.([\w-]{43})$/

const macOf = (secret: Buffer, clientId: number, text: string): Buffer =>
  createHmac('sha256', secret).update(`scan:${clientId}:${text}`).digest()

export const scanCookie = (secret: Buffer, session: CodeSession, at: Date): Cookie => {
  const text = `${session.sessionId}.${at.getTime()}.${randomBytes(16).toString('base64url')}`
  return {
    name: nameOf(session),
    value: `${text}.${macOf(secret, session.clientId, text).toString('base64url')}`,
    path: `/api/clients/${session.clientId}/attendance/`,
    maxAgeSeconds: SCAN_TTL_MS / 1000,
    httpOnly: true,
  }
}

/** The scan of this session that the browser brings; null if there is none or it is too old. */
export const readScan = (
  secret: Buffer,
  session: CodeSession,
  cookies: RequestFacts['cookies'],
  now: Date,
): Scan | null => {
  const [, sessionId = '', time = '', id = '', mac = ''] = VALUE.exec(cookies[nameOf(session)] ?? '') ?? []
  const expected = macOf(secret, session.clientId, `${sessionId}.${time}.${id}`)
  const given = Buffer.from(mac, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const age = now.getTime() - Number(time)
  if (Number(sessionId) !== session.sessionId || age < 0 || age > SCAN_TTL_MS) return null
  return { id, at: new Date(Number(time)) }
}
