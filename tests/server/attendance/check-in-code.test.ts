import { describe, expect, it } from 'vitest'
import { CODE_STEP_MS } from '#contract/attendance/rules.ts'
import { codeAt, judgeCode } from '#server/features/attendance/check-in-code.ts'

const secret = Buffer.alloc(32, 7)
const session = { clientId: 7, sessionId: 12 }
/** The first instant of a step. */
const START = new Date(Math.ceil(1_795_000_000_000 / CODE_STEP_MS) * CODE_STEP_MS)
const after = (ms: number) => new Date(START.getTime() + ms)

describe('the check-in code', () => {
  it('has eight digits, changes every 15 s and says when', () => {
    const { code, nextInMs } = codeAt(secret, session, after(4000))
    expect(code).toMatch(/^\d{8}$/)
    expect(nextInMs).toBe(11_000)
    expect(codeAt(secret, session, after(14_999)).code).toBe(code)
    expect(codeAt(secret, session, after(15_000)).code).not.toBe(code)
  })

  it('counts for its 15 s and 2 s more, then it is old', () => {
    const { code } = codeAt(secret, session, START)
    const verdicts = [0, 14_999, 15_000, 17_000, 17_001, 60_000].map((ms) =>
      judgeCode(secret, session, code, after(ms)),
    )
    expect(verdicts).toEqual(['current', 'current', 'current', 'current', 'old', 'old'])
  })

  it('does not count before its time', () => {
    const { code } = codeAt(secret, session, after(CODE_STEP_MS))
    expect(judgeCode(secret, session, code, after(14_000))).toBe('wrong')
  })

  it('counts for its own session, client and installation only', () => {
    const { code } = codeAt(secret, session, START)
    expect(judgeCode(secret, { ...session, sessionId: 13 }, code, START)).toBe('wrong')
    expect(judgeCode(secret, { ...session, clientId: 8 }, code, START)).toBe('wrong')
    expect(judgeCode(Buffer.alloc(32, 8), session, code, START)).toBe('wrong')
  })

  it('rejects anything that is no code', () => {
    for (const text of ['', '1', '12345678901', 'abcdefgh', '１２３４５６７８'])
      expect(judgeCode(secret, session, text, START)).toBe('wrong')
  })
})
