import Fastify from 'fastify'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { answerError } from '#server/core/http/error-answer.ts'

const MISSING = '/nowhere/at/all'

const answerTo = async (fail: () => Promise<unknown>) => {
  const app = Fastify()
  app.setErrorHandler(answerError)
  app.get('/', fail)
  const { statusCode, headers } = await app.inject('/')
  return { status: statusCode, retryAfter: headers['retry-after'] }
}

describe('an error that no feature expected', () => {
  it('is 503 with a time to try again while the database’s socket is gone', async () => {
    const connecting = () => new Promise((_resolve, reject) => connect(MISSING).once('error', reject))
    const { status, retryAfter } = await answerTo(connecting)
    expect(status).toBe(503)
    expect(Number(retryAfter)).toBeGreaterThan(0)
  })

  it('is 500 for a file that is missing, because trying again does not help', async () => {
    expect(await answerTo(() => readFile(MISSING))).toMatchObject({ status: 500 })
  })
})
