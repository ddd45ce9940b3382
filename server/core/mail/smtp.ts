import nodemailer from 'nodemailer'
import type { MailConfig } from '../config.ts'
import type { Deliver } from './delivery.ts'

/** The address of `Academy <hello@example.org>` or of a bare address; the displayed name is always the tenant's. */
const addressOf = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1]?.trim() ?? from.trim()

/**
 * Sends mails through an SMTP server. Addresses are passed as objects, never as header text, so a comma or quote
 * stays part of one address; the outbox already rejected control characters.
 */
export const smtpDelivery = (config: MailConfig): Deliver => {
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
  return async (message) => {
    await transport.sendMail({
      from: { name: message.senderName, address: from },
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
}
