import nodemailer from 'nodemailer'
import type { Deliver } from './delivery.ts'

export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string
  /** The address mails come from; the name beside it is the tenant's. */
  from: string
}

/**
 * Hands a mail to an SMTP server. Addresses travel as objects, never as header text, so a comma or a quote in one is
 * part of the address and not a second recipient; control characters are refused before storage.
 */
export const smtpDelivery = (settings: SmtpSettings): Deliver => {
  const transport = nodemailer.createTransport(settings.url, {
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (message) => {
    await transport.sendMail({
      from: { name: message.senderName, address: settings.from },
      to: { name: '', address: message.recipient },
      envelope: { from: settings.from, to: [message.recipient] },
      subject: message.subject,
      text: message.text,
      ...(message.html === null ? {} : { html: message.html }),
      // The same for every attempt, so that the receiving side can tell a repeat.
      messageId: `<${message.clientId}.${message.id}@${settings.from.split('@')[1] ?? 'localhost'}>`,
      headers: { 'Content-Language': message.language, 'Auto-Submitted': 'auto-generated' },
    })
  }
}
