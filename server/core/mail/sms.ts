import type { SmsConfig } from '../config.ts'
import type { Deliver } from './delivery.ts'

const TIMEOUT_MS = 15_000

/** The gateway answered, and did not take the message. */
export class SmsRefused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the SMS gateway answered ${status}`)
    this.name = 'SmsRefused'
    this.status = status
  }
}

/** Posts a text message to an HTTP gateway as `{to, text, from}`; any status except 2xx is a failed attempt. */
export const smsDelivery =
  (config: SmsConfig, send: typeof fetch = fetch): Deliver =>
  async (message) => {
    const response = await send(config.url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        // Gateways that support it drop the repeat after a crash.
        'idempotency-key': `${message.clientId}.${message.id}`,
        ...(config.token === null ? {} : { authorization: `Bearer ${config.token}` }),
      },
      body: JSON.stringify({ to: message.recipient, text: message.text, from: config.from }),
    })
    await response.body?.cancel()
    if (!response.ok) throw new SmsRefused(response.status)
  }
