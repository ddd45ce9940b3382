import webpush from 'web-push'
import type { PushKeys } from './push-keys.ts'
import type { Device } from './push.repository.ts'

/** What the worker draws: words in the person's language, ready to be shown. */
export interface PushMessage {
  title: string
  body: string
  link: string
  /** The same notification pushed twice is shown once. */
  tag: string
  lang: string
  dir: 'ltr' | 'rtl'
  clientId: number
  /** Whose it is: the worker shows it to nobody else. */
  userId: number
  unread: number
}

/** `gone`: the browser does not exist any more. `later`: the service is busy or not there. */
export type PushResult = 'sent' | 'gone' | 'later' | 'refused'
export type SendPush = (
  device: Device,
  message: PushMessage,
  urgency: 'normal' | 'high',
) => Promise<PushResult>

/** Push services keep a message for a phone that is off for so long. */
const TTL_S = 24 * 3600
const TIMEOUT_MS = 10_000

/** Encrypts for the one browser (RFC 8291), signs with the installation's key (RFC 8292), hands it to its service. */
export const createPushSender = (of: {
  keys: PushKeys
  /** Whom a push service may write to: an https address or `mailto:`. */
  contact: string
  allowed: (endpoint: string) => boolean
  fetch?: typeof globalThis.fetch
}): SendPush => {
  const send = of.fetch ?? globalThis.fetch
  return async (device, message, urgency) => {
    if (!of.allowed(device.endpoint)) return 'gone'
    const key = await of.keys.current()
    const request = webpush.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      JSON.stringify(message),
      { TTL: TTL_S, urgency, vapidDetails: { subject: of.contact, ...key } },
    )
    try {
      const answer = await send(device.endpoint, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        body: new Uint8Array(request.body ?? Buffer.alloc(0)),
      })
      await answer.body?.cancel()
      if (answer.ok) return 'sent'
      if (answer.status === 404 || answer.status === 410) return 'gone'
      return answer.status === 429 || answer.status >= 500 ? 'later' : 'refused'
    } catch {
      return 'later'
    }
  }
}
