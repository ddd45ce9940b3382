/** A client with a course, a person and purchases that are not posted yet. */
import { addCourse } from '#server/features/courses/index.ts'
import { post } from '#server/features/money/ledger.repository.ts'
import type { Purchase, Transaction } from '#server/features/money/postings.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const CLIENT = 7
const AT = new Date('2026-01-15T10:00:00Z')

export interface LedgerWorld {
  server: TestServer
  /** New purchases of the amount, which nothing was posted for. */
  purchases: (count: number, amountMinor: number) => Promise<Purchase[]>
  /** Posts in one transaction. */
  post: (...transactions: readonly Transaction[]) => Promise<number[]>
  rows: <R extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<R[]>
}

export const startLedgerWorld = async (): Promise<LedgerWorld> => {
  const server = await startTestServer()
  await addClient(server.db, { id: CLIENT })
  const personId = await addPerson(server.db, { clientId: CLIENT, name: 'Asha Learner' })
  const courseId = await server.core.db.withTenant(CLIENT, (db) =>
    addCourse(db, CLIENT, aNewCourse({ title: 'Paid course', sections: [] })),
  )
  let batch = 0
  return {
    server,
    purchases: async (count, amountMinor) => {
      batch += 1
      // As many as wanted for one person and course: only one that is not refunded may live.
      const added = await server.db.asSuperuser<{ id: number }>(
        `insert into course_purchase (client_id, course_id, user_id, purchased_at, source, amount_minor, currency,
           reference, refund_state, refund_asked_at, refund_settled_at)
         select $1, $2, $3, $4, 'manual', $5, 'INR', 'L' || $7::text || '-' || n, 'refunded', $4, $4
         from generate_series(1, $6::integer) n returning id`,
        [CLIENT, courseId, personId, AT, amountMinor, count, batch],
      )
      return added.map(({ id }) => ({
        purchaseId: id,
        personId,
        courseId,
        amountMinor,
        currency: 'INR',
        at: AT,
        madeBy: null,
      }))
    },
    post: (...transactions) =>
      server.core.db.withTenant(CLIENT, async (db) => {
        const ids: number[] = []
        for (const transaction of transactions) ids.push(await post(db, CLIENT, transaction))
        return ids
      }),
    rows: (text, values = []) => server.db.asSuperuser(text, values),
  }
}
