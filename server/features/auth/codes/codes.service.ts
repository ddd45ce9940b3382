import { CODE_TRIES, CODE_TTL_MS } from '#contract/limits.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { audit } from '../audit.ts'
import type { CodePurpose } from '../auth.tables.ts'
import { foldDigits, newCode } from './code-digits.ts'
import { DAY_MS, nextCodeAt, nextTryAt, ENTRY_PURPOSE } from './codes.policy.ts'
import {
  countWrongEntry,
  endCodes,
  insertCode,
  insertRequest,
  lockAddress,
  lockActiveCode,
  requestsSince,
  sweepRequests,
} from './codes.repository.ts'
import { sendMail } from '../mails.ts'
import { nameKey } from '../names.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { hmac, sameBytes } from '../crypto.ts'
import { findByEmail, lockUser, type User } from '../users.repository.ts'

const secondsUntil = (until: Date, now: Date) => Math.ceil((until.getTime() - now.getTime()) / 1000)

const tooManyRequests = (detail: string, until: Date, now: Date) =>
  new AppError('too_many_requests', detail, { retryAfterSeconds: secondsUntil(until, now) })

const invalidCode = () =>
  new AppError('invalid_code', 'This code is not right. Please check it or ask for a new one.')
const codeExpired = () =>
  new AppError('code_expired', 'This code is no longer valid. Please ask for a new one.')

const addressHmac = (dependencies: AuthDependencies, email: string) =>
  hmac(dependencies.secrets.addresses, 'address', nameKey(email))

/**
 * Counts a request for a code and throws when there are too many. It counts by address, whether or not an account
 * exists, so that known and unknown addresses get the same answer (trust 8.5). Locks the address until the
 * transaction ends.
 */
export const countCodeRequest = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  email: string,
  purpose: CodePurpose,
): Promise<void> => {
  const now = scope.clock.now()
  const address = addressHmac(dependencies, email)
  await lockAddress(db, address)
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const until = nextCodeAt(await requestsSince(db, address, dayAgo), purpose, now)
  if (until)
    throw tooManyRequests('A code was sent a moment ago. Please wait before asking for another.', until, now)
  await sweepRequests(db, dayAgo)
  await insertRequest(db, address, purpose, now)
}

/** Bound to tenant, user and purpose: a code of somebody else or for another purpose never matches. */
const codeHmac = (
  dependencies: AuthDependencies,
  scope: PublicScope,
  userId: number,
  purpose: CodePurpose,
  digits: string,
) => hmac(dependencies.secrets.codes, scope.tenant.clientId, userId, purpose, digits)

/** Creates a code, ends the previous one and queues the mail, all in the caller's transaction. */
export const sendCode = async (
  db: TenantDb,
  dependencies: AuthDependencies,
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
    hmac: codeHmac(dependencies, scope, user.id, purpose, digits),
    now,
    expiresAt: new Date(now.getTime() + CODE_TTL_MS),
  })
  await sendMail(db, dependencies, scope, user, { kind: purpose, code: digits })
  await audit(db, dependencies, scope, {
    action: 'auth.code_sent',
    result: 'ok',
    actorId: null,
    object: `user:${user.id}`,
    detail: { purpose },
  })
}

export type CodeCheck = { ok: true; user: User } | { ok: false; error: AppError }

/**
 * Checks a code and counts the entry. The caller commits in both cases (a wrong entry must stay counted), then throws.
 * It answers "expired" only to correct digits, so that guessing reveals nothing about the account.
 */
export const checkCode = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  email: string,
  purpose: CodePurpose,
  enteredCode: string,
): Promise<CodeCheck> => {
  const now = scope.clock.now()
  const address = addressHmac(dependencies, email)
  await lockAddress(db, address)
  const until = nextTryAt(await requestsSince(db, address, new Date(now.getTime() - DAY_MS)), now)
  if (until)
    return {
      ok: false,
      error: tooManyRequests('Too many tries. Please wait before trying again.', until, now),
    }
  await insertRequest(db, address, ENTRY_PURPOSE, now)
  // Lock the address before the user, as everywhere else: two lock orders would deadlock.
  const found = await findByEmail(db, email)
  const user = found && (await lockUser(db, found.id))
  const row = user && !user.disabled_at ? await lockActiveCode(db, user.id, purpose) : undefined
  if (!user || !row) return { ok: false, error: invalidCode() }
  if (!sameBytes(row.code_hmac, codeHmac(dependencies, scope, user.id, purpose, foldDigits(enteredCode)))) {
    await countWrongEntry(db, row.id, CODE_TRIES, now)
    await audit(db, dependencies, scope, {
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

/** A correct code works once. It also ends the user's other active codes. */
export const endAllCodes = async (db: TenantDb, user: User, now: Date): Promise<void> => {
  await endCodes(db, user.id, 'verify_email', now)
  await endCodes(db, user.id, 'reset_password', now)
}
