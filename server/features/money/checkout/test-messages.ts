/** Delivers the due messages of the test provider as a real provider would: signed, through the same handler. */
import type { Core } from '#server/core/core.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import type { PaymentProvider } from './provider.ts'
import type { Receive } from './receive.ts'
import { dueTestMessages, writeSent } from './test-checkout.repository.ts'
import { createTestProvider, signedTestMessage } from './test-provider.ts'

const EVERY_MS = 3_000
const BATCH = 50

type SendCore = Pick<Core, 'db' | 'clock' | 'secret'>

/** Sends what is due of a client. What fails is sent again, so that a message may come twice. */
export const sendTestMessages = async (
  core: SendCore,
  { clientId, receive, provider }: { clientId: number; receive: Receive; provider: PaymentProvider },
): Promise<number> => {
  const now = core.clock.now()
  const due = await core.db.withTenant(clientId, (db) => dueTestMessages(db, clientId, now, BATCH))
  for (const message of due) {
    const { body, headers } = signedTestMessage(
      core,
      clientId,
      {
        eventId: message.event_id,
        kind: message.kind,
        about: message.checkout_id,
        amountMinor: message.amount_minor,
        ...(message.refund_id && { refundId: message.refund_id }),
        currency: message.currency,
      },
      now,
    )
    await receive(clientId, provider, { body, headers, now })
    await core.db.withTenant(clientId, (db) => writeSent(db, clientId, message.id, now))
  }
  return due.length
}

/** Only in a demo. */
export const createTestMessagesJob = (
  core: SendCore & Pick<Core, 'log'>,
  receive: Receive,
): RepeatingJob<number> => {
  const provider = createTestProvider(core)
  return createRepeatingJob(core, {
    name: 'testCheckout',
    firstMs: EVERY_MS,
    everyMs: EVERY_MS,
    failure: 'could not send messages of the test checkout',
    look: async (tenants) => {
      let sent = 0
      for await (const clientId of tenants())
        sent += await sendTestMessages(core, { clientId, receive, provider })
      return sent
    },
  })
}
