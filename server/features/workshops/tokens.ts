/** Tokens that nobody can guess and nothing stores: a signature over what they stand for. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { FORM_MIN_MS, FORM_TTL_MS } from '#contract/workshops/public.ts'
import { CODE_ALPHABET, CODE_LENGTH } from '#contract/workshops/shapes.ts'

/** 192 bits: 32 characters. */
const SIGNATURE_BYTES = 24

const sign = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES).toString('base64url')

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export interface SignedRegistration {
  readonly clientId: number
  readonly id: number
  /** Changes with each new registration of the same address. */
  readonly key: string
}

const registrationText = ({ clientId, id, key }: SignedRegistration) => `${clientId}:${id}:${key}`

/** What the link in a mail holds: it opens, confirms and cancels one registration. */
export const registrationToken = (linkKey: Buffer, registration: SignedRegistration): string =>
  `${registration.id}.${sign(linkKey, registrationText(registration))}`

/** The registration's id in a token; whether the token is right says {@link opensRegistration}. */
export const idInToken = (token: string): number => Number(token.split('.')[0])

export const opensRegistration = (
  linkKey: Buffer,
  token: string,
  registration: SignedRegistration,
): boolean => isSame(token, registrationToken(linkKey, registration))

const formText = (clientId: number, code: string, openedMs: number) => `${clientId}:${code}:${openedMs}`

export const formToken = (formKey: Buffer, clientId: number, code: string, now: Date): string =>
  `${now.getTime()}.${sign(formKey, formText(clientId, code, now.getTime()))}`

/** Bots send forms faster than people read them, or with the token of another day. */
export const checkFormToken = (
  formKey: Buffer,
  form: { clientId: number; code: string; token: string },
  now: Date,
): 'ok' | 'too_fast' | 'expired' | 'forged' => {
  const openedMs = Number(form.token.split('.')[0])
  const expected = `${openedMs}.${sign(formKey, formText(form.clientId, form.code, openedMs))}`
  if (!Number.isSafeInteger(openedMs) || !isSame(form.token, expected)) return 'forged'
  const age = now.getTime() - openedMs
  if (age > FORM_TTL_MS) return 'expired'
  return age < FORM_MIN_MS ? 'too_fast' : 'ok'
}

/** 30^8 addresses: nobody finds a draft by trying. */
export const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
