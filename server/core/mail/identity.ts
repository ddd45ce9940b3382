/** As whom a client's mails come, whatever sends them. */
import type { Deliver } from './delivery.ts'

/** The client's own address, whose mails are signed for its domain (DKIM, RFC 6376). */
export interface OwnAddress {
  readonly address: string
  readonly domain: string
  readonly selector: string
  /** PEM. */
  readonly privateKey: string
}

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
