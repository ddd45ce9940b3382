import webpush from 'web-push'
import type { PushKeys } from './push-keys.ts'
import type { Device } from './push.repository.ts'

/** What the service worker displays, in the recipient's language. */
export interface PushMessage {
  title: string
  body: string
  link: string
  /** The same notification pushed twice is shown once. */
  tag: string
  lang: string
  dir: 'ltr' | 'rtl'
  clientId: number
  /** The recipient: the worker shows the message to nobody else. */
  userId: number
  unread: number
}

/** `gone`: the subscription no longer exists. `later`: the service is busy or unreachable. */
export type PushResult = 'sent' | 'gone' | 'later' | 'refused'
export type SendPush = (
  device: Device,
  message: PushMessage,
  urgency: 'normal' | 'high',
) => Promise<PushResult>

/** How long push services keep a message for a device that is offline. */
const TTL_S = 24 * 3600
const TIMEOUT_MS = 10_000

/**
 * Encrypts for one subscription (RFC 8291), signs with the installation's key (RFC 8292) and posts it to the
 * service.
 */
export const createPushSender = (options: {
  keys: PushKeys
  /** The contact for push services: an https address or `mailto:`. */
  contact: string
  isAllowed: (endpoint: string) => boolean
  fetch?: typeof globalThis.fetch
}): SendPush => {
  const send = options.fetch ?? globalThis.fetch
  return async (device, message, urgency) => {
    if (!options.isAllowed(device.endpoint)) return 'gone'
    const key = await options.keys.current()
    const request = webpush.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      JSON.stringify(message),
      { TTL: TTL_S, urgency, vapidDetails: { subject: options.contact, ...key } },
    )
    try {
      const response = await send(device.endpoint, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        body: new Uint8Array(request.body ?? Buffer.alloc(0)),
      })
      await response.body?.cancel()
      if (response.ok) return 'sent'
      if (response.status === 404 || response.status === 410) return 'gone'
      return response.status === 429 || response.status >= 500 ? 'later' : 'refused'
    } catch {
      return 'later'
    }
  }
}
