/** Codes that nobody guesses, and passes that nothing stores: a signature over whom a link is for and until when. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { LinkRow } from './links.repository.ts'

const CODE_BYTES = 16
/** 192 bits: 32 characters. */
const SIGNATURE_BYTES = 24
const DAY_MS = 86_400_000

export const newPayCode = (): string => randomBytes(CODE_BYTES).toString('base64url')

type Passed = Pick<LinkRow, 'client_id' | 'id' | 'email_key' | 'expires_at'>

const signed = (key: Buffer, { client_id, id, email_key }: Passed, until: number): string =>
  createHmac('sha256', key)
    .update(`${client_id}:${id}:${email_key}:${until}`)
    .digest()
    .subarray(0, SIGNATURE_BYTES)
    .toString('base64url')

/** Opens the link for whoever has the mail, until the link expires and for a day at least. */
export const newPass = (key: Buffer, link: Passed, now: Date): string => {
  const until = Math.ceil(Math.max(link.expires_at.getTime(), now.getTime() + DAY_MS) / 1000)
  return `${until}.${signed(key, link, until)}`
}

export const isPassOf = (key: Buffer, link: Passed, pass: string | null, now: Date): boolean => {
  const [until = '', signature = ''] = (pass ?? '').split('.')
  if (Number(until) * 1000 <= now.getTime()) return false
  const expected = Buffer.from(signed(key, link, Number(until)))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
