/** As whom a client's mails come, whatever sends them. */
import type { Deliver, OwnAddress } from './delivery.ts'

export interface MailIdentity {
  /** For the From header. */
  senderName: string
  /** Of mails that name no other address; null: answers go to the address that sent the mail. */
  replyTo: string | null
  /** Null or absent: mails come from the installation's address. */
  own?: OwnAddress | null
}

/** Delivers every mail with its client's identity of that moment. */
export const withIdentity =
  (deliver: Deliver, identityOf: (clientId: number) => Promise<MailIdentity | null>): Deliver =>
  async (message) => {
    const identity = await identityOf(message.clientId)
    // A mail that somebody wrote in person is answered to them.
    await deliver({ ...message, ...identity, replyTo: message.replyTo ?? identity?.replyTo ?? null })
  }
