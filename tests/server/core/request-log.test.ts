import { describe, expect, it } from 'vitest'
import { createLog } from '#server/core/log/log.ts'
import { plainLog, requestLog } from '#server/core/log/request-log.ts'

const CANARY = 'canary-52c0de'

const createTestLog = () => {
  const lines: string[] = []
  return { lines, log: createLog('trace', { write: (line) => void lines.push(line) }) }
}

describe('request log', () => {
  it('creates its child logger once, on the first line', () => {
    const { log } = createTestLog()
    let created = 0
    const counting = Object.create(log, {
      child: { value: (...args: Parameters<typeof log.child>) => ((created += 1), log.child(...args)) },
    }) as typeof log
    const requestLogger = requestLog(counting, { reqId: 'r1' })
    expect(typeof requestLogger.info).toBe('function')
    expect(created).toBe(0)
    requestLogger.info('one')
    requestLogger.warn('two')
    expect(created).toBe(1)
  })

  it.each(['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const)(
    'logs at %s with the request id and without secrets',
    (level) => {
      const { lines, log } = createTestLog()
      requestLog(log, { reqId: 'r1' })[level]({ path: '/x/', body: { password: CANARY } }, 'said')
      expect(lines).toHaveLength(1)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level, reqId: 'r1', path: '/x/', msg: 'said' })
      expect(lines[0]).not.toContain(CANARY)
    },
  )

  it('passes bindings and redaction on to its children', () => {
    const { lines, log } = createTestLog()
    requestLog(log, { reqId: 'r1' }).child({ job: 'j1' }).info({ token: CANARY }, 'said')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ reqId: 'r1', job: 'j1' })
    expect(lines[0]).not.toContain(CANARY)
  })

  it('logs fixed fields without redaction', () => {
    const { lines, log } = createTestLog()
    plainLog(log).info({ reqId: 'r1', token: CANARY }, 'request')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ reqId: 'r1', token: CANARY })
  })
})
