import { describe, expect, it } from 'vitest'
import { createLog } from '#server/core/log/log.ts'
import { plainLog, requestLog } from '#server/core/log/request-log.ts'

const CANARY = 'canary-52c0de'

const aLog = () => {
  const lines: string[] = []
  return { lines, log: createLog('trace', { write: (line) => void lines.push(line) }) }
}

describe('the log of one request', () => {
  it('given a request that writes nothing, then no logger is made for it; the first line makes one and only one', () => {
    const { log } = aLog()
    let made = 0
    const counting = Object.create(log, {
      child: { value: (...given: Parameters<typeof log.child>) => ((made += 1), log.child(...given)) },
    }) as typeof log
    const own = requestLog(counting, { reqId: 'r1' })
    expect(typeof own.info).toBe('function')
    expect(made).toBe(0)
    own.info('one')
    own.warn('two')
    expect(made).toBe(1)
  })

  it.each(['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const)(
    'given a line at %s, then it carries the request’s id and no secret',
    (level) => {
      const { lines, log } = aLog()
      requestLog(log, { reqId: 'r1' })[level]({ path: '/x/', body: { password: CANARY } }, 'said')
      expect(lines).toHaveLength(1)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level, reqId: 'r1', path: '/x/', msg: 'said' })
      expect(lines[0]).not.toContain(CANARY)
    },
  )

  it('given a child of it, then that one carries both bindings and hides as well', () => {
    const { lines, log } = aLog()
    requestLog(log, { reqId: 'r1' }).child({ job: 'j1' }).info({ token: CANARY }, 'said')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ reqId: 'r1', job: 'j1' })
    expect(lines[0]).not.toContain(CANARY)
  })

  it('given the log for fixed fields, then it writes to the same place and looks for no secrets', () => {
    const { lines, log } = aLog()
    plainLog(log).info({ reqId: 'r1', token: CANARY }, 'request')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ reqId: 'r1', token: CANARY })
  })
})
