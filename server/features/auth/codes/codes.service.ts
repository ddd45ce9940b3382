import { randomUUID } from 'node:crypto'
import { CODE_TRIES, CODE_TTL_MS } from '#contract/limits.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { audit } from '../audit.ts'
import type { CodePurpose } from '../auth.tables.ts'
import type { BrowserToken } from '../browser-cookie.ts'
import { readAskingBrowser } from './asking-browser.ts'
import { foldDigits, newCode } from './code-digits.ts'
import {
  askedLaterElsewhere,
  DAY_MS,
  ENTRY_PURPOSE,
  hasAsked,
  nextCodeAt,
  nextOwnTryAt,
  nextTryFromElsewhereAt,
} from './codes.policy.ts'
import {
  countWrongEntry,
  endCodes,
  insertCode,
  insertRequest,
  lockAddress,
  lockActiveCode,
  requestsSince,
  sweepRequests,
  type CodeRequest,
} from './codes.repository.ts'
import { deletePendingSignups } from './pending-signups.repository.ts'
import { sendMail } from '../mails.ts'
import { nameKey } from '../names.ts'
import { canSignIn, type AuthDependencies } from '../dependencies.ts'
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
  browser: BrowserToken,
): Promise<void> => {
  const now = scope.clock.now()
  const address = addressHmac(dependencies, email)
  await lockAddress(db, address)
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const until = nextCodeAt(await requestsSince(db, address, dayAgo), purpose, now)
  if (until)
    throw tooManyRequests('A code was sent a moment ago. Please wait before asking for another.', until, now)
  await sweepRequests(db, dayAgo)
  await insertRequest(db, address, purpose, browser.hash, now)
}

/** Bound to tenant, user, purpose and request: a code of somebody else or for another purpose never matches. */
const codeHmac = (
  dependencies: AuthDependencies,
  scope: PublicScope,
  userId: number,
  purpose: CodePurpose,
  requestId: string,
  digits: string,
) => hmac(dependencies.secrets.codes, scope.tenant.clientId, userId, purpose, requestId, digits)

/**
 * Creates a code for the browser that asks, ends its previous one and queues the mail, all in the caller's transaction.
 * Codes of other browsers stay: nobody can end somebody else's.
 */
export const sendCode = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  to: Pick<User, 'id' | 'email' | 'full_name' | 'language'>,
  purpose: CodePurpose,
  browser: BrowserToken,
): Promise<void> => {
  const now = scope.clock.now()
  const digits = newCode()
  const requestId = randomUUID()
  await endCodes(db, to.id, purpose, browser.hash, now)
  await insertCode(db, {
    userId: to.id,
    purpose,
    requestId,
    browserHash: browser.hash,
    hmac: codeHmac(dependencies, scope, to.id, purpose, requestId, digits),
    now,
    expiresAt: new Date(now.getTime() + CODE_TTL_MS),
  })
  await sendMail(db, dependencies, scope, to, { kind: purpose, code: digits })
  await audit(db, dependencies, scope, {
    action: 'auth.code_sent',
    result: 'ok',
    actorId: null,
    object: `user:${to.id}`,
    detail: { purpose, request: requestId },
  })
}

export type CodeCheck =
  | {
      ok: true
      user: User
      /** The browser that asked for the code. */
      browserHash: Buffer
    }
  | { ok: false; error: AppError }

interface Entry {
  readonly email: string
  readonly purpose: CodePurpose
  readonly enteredCode: string
}
type Compare = (browserHash: Buffer | null) => Promise<CodeCheck>

/**
 * Compares an entry with the newest active code: of one browser, which counts its own wrong entries, or of any (null),
 * where all browsers that asked for no code count together.
 */
const comparerOf =
  (
    db: TenantDb,
    dependencies: AuthDependencies,
    scope: PublicScope,
    { purpose, enteredCode, address, user }: Entry & { address: Buffer; user: User | undefined },
  ): Compare =>
  async (browserHash) => {
    const now = scope.clock.now()
    const row = user && (await lockActiveCode(db, user.id, purpose, browserHash))
    if (user && row) {
      const right = codeHmac(dependencies, scope, user.id, purpose, row.request_id, foldDigits(enteredCode))
      if (sameBytes(row.code_hmac, right))
        return now >= row.expires_at
          ? { ok: false, error: codeExpired() }
          : { ok: true, user, browserHash: row.browser_hash }
      if (browserHash) await countWrongEntry(db, row.id, CODE_TRIES, now)
      await audit(db, dependencies, scope, {
        action: 'auth.code_tried',
        result: 'failed',
        actorId: null,
        object: `user:${user.id}`,
        detail: { purpose },
      })
    }
    await insertRequest(db, address, ENTRY_PURPOSE, browserHash, now)
    return { ok: false, error: invalidCode() }
  }

const tooManyTries = (until: Date, now: Date): CodeCheck => ({
  ok: false,
  error: tooManyRequests('Too many tries. Please wait before trying again.', until, now),
})

const compareFromElsewhere = async (
  requests: readonly CodeRequest[],
  now: Date,
  compare: Compare,
): Promise<CodeCheck> => {
  const until = nextTryFromElsewhereAt(requests, now)
  return until ? tooManyTries(until, now) : compare(null)
}

/**
 * Checks a code and counts a wrong entry. The caller commits in both cases (a wrong entry must stay counted), then
 * throws. It answers "expired" only to correct digits, so that guessing reveals nothing about the account.
 *
 * A browser that asked is measured by its own entries and its own code; all others share the limit of the address and
 * meet its newest code. So no stranger can use up what the owner has.
 */
export const checkCode = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  entry: Entry,
): Promise<CodeCheck> => {
  const { email, purpose } = entry
  const now = scope.clock.now()
  const address = addressHmac(dependencies, email)
  await lockAddress(db, address)
  const requests = await requestsSince(db, address, new Date(now.getTime() - DAY_MS))
  // Lock the address before the user, as everywhere else: two lock orders would deadlock.
  const found = await findByEmail(db, email)
  const user = found && (await lockUser(db, found.id))
  const compare = comparerOf(db, dependencies, scope, {
    ...entry,
    address,
    user: user && canSignIn(dependencies, user) ? user : undefined,
  })
  const browser = readAskingBrowser(scope)
  if (!browser || !hasAsked(requests, purpose, browser.hash))
    return compareFromElsewhere(requests, now, compare)
  const ownUntil = nextOwnTryAt(requests, browser.hash, now)
  if (ownUntil) return tooManyTries(ownUntil, now)
  const own = await compare(browser.hash)
  if (own.ok || !askedLaterElsewhere(requests, purpose, browser.hash)) return own
  // Somebody else asked later: the person may have taken the code from that mail.
  const other = await compareFromElsewhere(requests, now, compare)
  return other.ok ? other : own
}

/** A correct code works once. It also ends the user's other active codes, and the forms that nobody proved. */
export const endAllCodes = async (db: TenantDb, user: Pick<User, 'id'>, now: Date): Promise<void> => {
  await endCodes(db, user.id, 'verify_email', null, now)
  await endCodes(db, user.id, 'reset_password', null, now)
  await deletePendingSignups(db, user.id)
}
