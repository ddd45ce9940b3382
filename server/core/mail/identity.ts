/** As whom a client's mails come, whatever sends them. */
import type { Deliver, OwnAddress } from './delivery.ts'

export interface MailIdentity {
  /** For the From header. */
  senderName: string
  /** Null: answers go to the address that sent the mail. */
  replyTo: string | null
  /** Null or absent: mails come from the installation's address. */
  own?: OwnAddress | null
}

/** Delivers every mail with its client's identity of that moment. */
export const withIdentity =
  (deliver: Deliver, identityOf: (clientId: number) => Promise<MailIdentity | null>): Deliver =>
  async (message) =>
    deliver({ ...message, ...(await identityOf(message.clientId)) })
