/** Asks the providers about payments of which no message came, and applies what they say. */
import type { Core } from '#server/core/core.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { applyMessage, type ApplyContext } from './apply-message.ts'
import { checkoutsToAsk, writeChecked, type CheckoutRow } from './checkouts.repository.ts'
import { refundsToAsk } from '../refunds/refunds.repository.ts'
import { sendRefund } from '../refunds/send-refund.ts'
import type { PaymentProvider } from './provider.ts'
import type { FindProvider } from './providers.ts'

const EVERY_MS = 60_000
const FIRST_MS = 20_000
const BATCH = 50

type JobCore = Pick<Core, 'db' | 'clock' | 'log'>

const ask = async (
  core: JobCore,
  context: ApplyContext,
  provider: PaymentProvider,
  checkout: CheckoutRow,
): Promise<void> => {
  const { client_id: clientId, id, provider_ref: ref } = checkout
  const found = ref === null ? null : await provider.fetchState(clientId, ref)
  const at = core.clock.now()
  await core.db.withTenant(clientId, async (db) => {
    await writeChecked(db, clientId, id, at)
    if (!found || found.state === 'created') return
    const message = {
      eventId: `asked:${id}:${found.state}`,
      kind: found.state,
      about: id,
      amountMinor: found.amountMinor,
      currency: found.currency,
      ...(found.paymentRef !== undefined && { paymentRef: found.paymentRef }),
    }
    await applyMessage(context, db, clientId, { provider: provider.name, message, at })
  })
}

/** Sends refunds that the provider has not heard of, and asks about the others. */
const askAboutRefunds = async (
  core: JobCore,
  apply: ApplyContext,
  findProvider: FindProvider,
  clientId: number,
): Promise<number> => {
  const due = await core.db.withTenant(clientId, (db) => refundsToAsk(db, clientId, core.clock.now(), BATCH))
  for (const { id } of due) {
    try {
      await sendRefund({ core, apply, findProvider }, clientId, id)
    } catch (error) {
      core.log.warn({ err: error, clientId }, 'a payment provider did not take a refund')
    }
  }
  return due.length
}

export const createAskProvidersJob = (
  core: JobCore,
  context: ApplyContext,
  findProvider: FindProvider,
): RepeatingJob<number> =>
  createRepeatingJob(core, {
    name: 'payments',
    firstMs: FIRST_MS,
    everyMs: EVERY_MS,
    failure: 'could not ask a payment provider',
    look: async (tenants) => {
      let asked = 0
      for await (const clientId of tenants()) {
        const due = await core.db.withTenant(clientId, async (db) => {
          const checkouts = await checkoutsToAsk(db, clientId, core.clock.now(), BATCH)
          return Promise.all(
            checkouts.map(async (checkout) => ({
              checkout,
              provider: await findProvider(db, clientId, checkout.provider),
            })),
          )
        })
        for (const { checkout, provider } of due) {
          if (!provider) continue
          try {
            await ask(core, context, provider, checkout)
            asked += 1
          } catch (error) {
            core.log.warn({ err: error, clientId }, 'a payment provider did not answer')
          }
        }
        asked += await askAboutRefunds(core, context, findProvider, clientId)
      }
      return asked
    },
  })
