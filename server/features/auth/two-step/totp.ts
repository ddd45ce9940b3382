import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
const DIGITS = 6
/** Accepts the code before and after the current one: the clocks of phones differ (RFC 6238, 5.2). */
const WINDOW = 1

const totpOf = (secret: Secret, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ secret, digits: DIGITS, period: PERIOD_SECONDS, algorithm: 'SHA1', ...names })

/** 160 random bits (RFC 4226, 4). */
export const newTotpSecret = (): Buffer => Buffer.from(new Secret({ size: 20 }).bytes)

const secretOf = (bytes: Buffer) => new Secret({ buffer: new Uint8Array(bytes).buffer })

/** The key as an authenticator app reads it: typed, or as the address in a QR code. */
export const authenticatorKeyOf = (bytes: Buffer, names: { issuer: string; label: string }) => {
  const secret = secretOf(bytes)
  return { key: secret.base32, uri: totpOf(secret, names).toString() }
}

/** The time step of a right code, or null. Digits only; the caller refuses a step that was used before. */
export const stepOfCode = (bytes: Buffer, digits: string, now: Date): number | null => {
  if (digits.length !== DIGITS) return null
  const timestamp = now.getTime()
  const delta = totpOf(secretOf(bytes)).validate({ token: digits, timestamp, window: WINDOW })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}
