import nodemailer from 'nodemailer'
import type { MailConfig } from '../config.ts'
import type { Deliver, OwnAddress, StoredMessage } from './delivery.ts'

/** The address of `Academy <hello@example.org>` or of a bare address; the displayed name is always the tenant's. */
const addressOf = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1]?.trim() ?? from.trim()

/** What a signature covers: all that readers see, and the headers of one-click unsubscribe, as RFC 8058 asks. */
const SIGNED_HEADERS =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post'

/** The server looked at the mail as a whole and refused it for good; many do so for a From address they do not know. */
const isMailRefused = (error: unknown): boolean => {
  const { code, command, responseCode } = (error ?? {}) as Record<string, unknown>
  return code === 'EMESSAGE' && command === 'DATA' && typeof responseCode === 'number' && responseCode >= 500
}

const fromOwn = ({ domain, selector, privateKey }: OwnAddress) => ({
  dkim: { domainName: domain, keySelector: selector, privateKey, headerFieldNames: SIGNED_HEADERS },
})

/**
 * Sends mails through an SMTP server. Addresses are passed as objects, never as header text, so a comma or quote
 * stays part of one address; the outbox already rejected control characters.
 */
export const smtpDelivery = (
  config: MailConfig,
  log?: { warn: (fields: object, text: string) => void },
): Deliver => {
  const transport = nodemailer.createTransport({
    host: config.host,
    port: config.port,
    secure: config.tls === 'always',
    requireTLS: config.tls === 'starttls',
    ...(config.user === null ? {} : { auth: { user: config.user, pass: config.password ?? '' } }),
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
  })
  const from = addressOf(config.from)
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const send = async (message: StoredMessage, own: OwnAddress | null): Promise<void> => {
    await transport.sendMail({
      from: { name: message.senderName, address: own?.address ?? from },
      ...(own && fromOwn(own)),
      ...(message.replyTo ? { replyTo: { name: '', address: message.replyTo } } : {}),
      to: { name: '', address: message.recipient },
      envelope: { from, to: [message.recipient] },
      subject: message.subject,
      text: message.text,
      ...(message.html === null ? {} : { html: message.html }),
      ...(message.calendar
        ? {
            attachments: [
              {
                filename: 'event.ics',
                content: message.calendar,
                contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
              },
            ],
          }
        : {}),
      // The same for every attempt, so that the receiving side can detect a repeat.
      messageId: `<${message.clientId}.${message.key ?? message.id}@${domain}>`,
      headers: {
        'Content-Language': message.language,
        'Auto-Submitted': 'auto-generated',
        // One-click unsubscribe in the mail client (RFC 8058).
        ...(message.unsubscribeUrl
          ? {
              'List-Unsubscribe': `<${message.unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }
          : {}),
      },
    })
  }
  return async (message) => {
    const own = message.own ?? null
    try {
      await send(message, own)
    } catch (error) {
      if (!own || !isMailRefused(error)) throw error
      // Refused for good, so it was not taken: codes must arrive, whatever the relay thinks of the client's address.
      log?.warn(
        { clientId: message.clientId, address: own.address, reason: String(error) },
        'the mail server refused the own address of a client',
      )
      await send(message, null)
    }
  }
}
