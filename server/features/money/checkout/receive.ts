/** Takes a provider's call: believes it by its signature, applies it, and answers after the commit (trust 8.9). */
import type { Core } from '#server/core/core.ts'
import { applyMessage, type ApplyContext } from './apply-message.ts'
import type { IncomingCall, MessageOutcome, PaymentProvider, Unheard } from './provider.ts'

/** Null: the call is not genuine, and nothing happened. */
export type Receive = (
  clientId: number,
  provider: PaymentProvider,
  call: IncomingCall,
) => Promise<MessageOutcome | Unheard | null>

export const createReceive =
  ({ db }: Pick<Core, 'db'>, context: ApplyContext): Receive =>
  async (clientId, provider, call) => {
    const message = await provider.readMessage(clientId, call)
    if (message === null || typeof message === 'string') return message
    return db.withTenant(
      clientId,
      (tx) => applyMessage(context, tx, clientId, { provider: provider.name, message, at: call.now }),
      { isPrepared: true },
    )
  }
