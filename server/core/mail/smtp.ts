import nodemailer from 'nodemailer'
import type { MailConfig } from '../config.ts'
import type { Deliver } from './delivery.ts'

/** `Academy <hello@example.org>` or the bare address; the name shown is always the tenant's. */
const addressOf = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1]?.trim() ?? from.trim()

/**
 * Hands a mail to an SMTP server. Addresses travel as objects, never as header text, so a comma or a quote in one is
 * part of the address and not a second recipient; control characters are refused before storage.
 */
export const smtpDelivery = (config: MailConfig): Deliver => {
  const transport = nodemailer.createTransport({
    host: config.host,
    port: config.port,
    secure: config.secure,
    ...(config.user === null ? {} : { auth: { user: config.user, pass: config.password ?? '' } }),
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
  })
  const from = addressOf(config.from)
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return async (message) => {
    await transport.sendMail({
      from: { name: message.senderName, address: from },
      to: { name: '', address: message.recipient },
      envelope: { from, to: [message.recipient] },
      subject: message.subject,
      text: message.text,
      ...(message.html === null ? {} : { html: message.html }),
      // The same for every attempt, so that the receiving side can tell a repeat.
      messageId: `<${message.clientId}.${message.id}@${domain}>`,
      headers: {
        'Content-Language': message.language,
        'Auto-Submitted': 'auto-generated',
        // One press in the mail reader itself (RFC 8058).
        ...(message.unsubscribeUrl
          ? {
              'List-Unsubscribe': `<${message.unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }
          : {}),
      },
    })
  }
}
