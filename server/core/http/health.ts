import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { AppError } from './errors.ts'

const RETRY_SECONDS = 1

/** `/healthz`: the process serves. `/readyz`: the database answers too (rules: Running it). */
export const registerHealth = (app: FastifyInstance, db: Pick<Database, 'ping'>): void => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request) => {
    await db.ping().catch((cause: unknown) => {
      request.log.warn({ err: cause }, 'not ready: the database does not answer')
      throw new AppError('not_ready', 'The database does not answer.', {
        retryAfterSeconds: RETRY_SECONDS,
        cause,
      })
    })
    return { status: 'ok' }
  })
}
