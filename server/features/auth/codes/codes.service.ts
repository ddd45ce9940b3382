import { CODE_TRIES, CODE_TTL_MS } from '#contract/limits.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { audit } from '../audit-line.ts'
import type { CodePurpose } from '../auth.tables.ts'
import { foldDigits, newCode } from './code-digits.ts'
import { DAY_MS, nextCodeAt, nextTryAt, TRY } from './codes.policy.ts'
import {
  countWrongTry,
  endCodes,
  insertCode,
  insertRequest,
  lockAddress,
  lockLivingCode,
  requestsSince,
  sweepRequests,
} from './codes.repository.ts'
import { sendMail } from '../mails.ts'
import { nameKey } from '../names.ts'
import type { Parts } from '../dependencies.ts'
import { hmac, sameBytes } from '../crypto.ts'
import { findByEmail, lockUser, type User } from '../users.repository.ts'

const secondsUntil = (until: Date, now: Date) => Math.ceil((until.getTime() - now.getTime()) / 1000)

const tooMany = (detail: string, until: Date, now: Date) =>
  new AppError('too_many_requests', detail, { retryAfterSeconds: secondsUntil(until, now) })

const invalidCode = () =>
  new AppError('invalid_code', 'This code is not right. Please check it or ask for a new one.')
const codeExpired = () =>
  new AppError('code_expired', 'This code is no longer valid. Please ask for a new one.')

const addressOf = (parts: Parts, email: string) => hmac(parts.secrets.addresses, 'address', nameKey(email))

/**
 * Counts a wish for a code by address, whether or not anybody has it, and refuses what is too much: the same answer
 * for known and unknown (TRUST §8.5). Locks the address for the rest of the transaction.
 */
export const countCodeRequest = async (
  db: TenantDb,
  parts: Parts,
  scope: PublicScope,
  email: string,
  purpose: CodePurpose,
): Promise<void> => {
  const now = scope.clock.now()
  const address = addressOf(parts, email)
  await lockAddress(db, address)
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const until = nextCodeAt(await requestsSince(db, address, dayAgo), purpose, now)
  if (until) throw tooMany('A code was sent a moment ago. Please wait before asking for another.', until, now)
  await sweepRequests(db, dayAgo)
  await insertRequest(db, address, purpose, now)
}

/** What a code is bound to: somebody else's code, or one for another purpose, never fits. */
const codeHmac = (parts: Parts, scope: PublicScope, userId: number, purpose: CodePurpose, digits: string) =>
  hmac(parts.secrets.codes, scope.tenant.clientId, userId, purpose, digits)

/** Makes a code, kills the one before it and puts the mail into the outbox, all in the caller's transaction. */
export const sendCode = async (
  db: TenantDb,
  parts: Parts,
  scope: PublicScope,
  user: User,
  purpose: CodePurpose,
): Promise<void> => {
  const now = scope.clock.now()
  const digits = newCode()
  await endCodes(db, user.id, purpose, now)
  await insertCode(db, {
    userId: user.id,
    purpose,
    hmac: codeHmac(parts, scope, user.id, purpose, digits),
    now,
    expiresAt: new Date(now.getTime() + CODE_TTL_MS),
  })
  await sendMail(db, parts, scope, user, { kind: purpose, code: digits })
  await audit(db, parts, scope, {
    action: 'auth.code_sent',
    result: 'ok',
    actorId: null,
    object: `user:${user.id}`,
    detail: { purpose },
  })
}

export type CodeVerdict = { ok: true; user: User } | { ok: false; error: AppError }

/**
 * Judges a code and counts the try. The caller commits in either case (a wrong try must stay counted), then throws.
 * "Expired" is only said to who has the right digits, so that guessing tells nothing about the account.
 */
export const judgeCode = async (
  db: TenantDb,
  parts: Parts,
  scope: PublicScope,
  email: string,
  purpose: CodePurpose,
  typed: string,
): Promise<CodeVerdict> => {
  const now = scope.clock.now()
  const address = addressOf(parts, email)
  await lockAddress(db, address)
  const until = nextTryAt(await requestsSince(db, address, new Date(now.getTime() - DAY_MS)), now)
  if (until)
    return { ok: false, error: tooMany('Too many tries. Please wait before trying again.', until, now) }
  await insertRequest(db, address, TRY, now)
  // The address first, then the person, here as everywhere: two orders would wait for each other for ever.
  const found = await findByEmail(db, email)
  const user = found && (await lockUser(db, found.id))
  const row = user && !user.disabled_at ? await lockLivingCode(db, user.id, purpose) : undefined
  if (!user || !row) return { ok: false, error: invalidCode() }
  if (!sameBytes(row.code_hmac, codeHmac(parts, scope, user.id, purpose, foldDigits(typed)))) {
    await countWrongTry(db, row.id, CODE_TRIES, now)
    await audit(db, parts, scope, {
      action: 'auth.code_tried',
      result: 'failed',
      actorId: null,
      object: `user:${user.id}`,
      detail: { purpose },
    })
    return { ok: false, error: invalidCode() }
  }
  return now >= row.expires_at ? { ok: false, error: codeExpired() } : { ok: true, user }
}

/** Single use: the right code is spent, and with it whatever other code is still under way to this person. */
export const spendCodes = async (db: TenantDb, user: User, now: Date): Promise<void> => {
  await endCodes(db, user.id, 'verify_email', now)
  await endCodes(db, user.id, 'reset_password', now)
}
