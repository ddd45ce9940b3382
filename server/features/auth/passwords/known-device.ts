import { browserCookie } from '../browser-cookie.ts'
import { KNOWN_DEVICE_TTL_MS } from './failed-attempts.repository.ts'

/**
 * Identifies a known browser: it spares its owner the delays that other people's failures cause (trust 8.5). Several
 * users of one browser share the token.
 */
export const { read: readDeviceToken, create: newDeviceToken } = browserCookie(
  'known_device',
  KNOWN_DEVICE_TTL_MS,
)
