/**
 * The code on the screen of a session. It follows from the session, the time and the installation's secret, so that every
 * process knows it and none stores it. A new one comes every 15 seconds.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS, CODE_STEP_MS, CODE_TOLERANCE_MS } from '#contract/attendance/rules.ts'

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
