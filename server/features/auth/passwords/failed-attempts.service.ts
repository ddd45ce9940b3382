import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import {
  addDeviceFailures,
  addFailure,
  clearFailures,
  isTrustedDevice,
  lockAccount,
  readFailures,
  sweepFailures,
  takeFailureBack,
} from './failed-attempts.repository.ts'
import { networkOfRequest } from '../sessions/device.ts'
import { blockedUntil } from './lockout.policy.ts'
import { readDeviceMark } from './known-device.ts'
import { nameKey } from '../names.ts'
import type { Parts } from '../dependencies.ts'
import { hmac } from '../crypto.ts'

/** A try that was counted before it was evaluated: a thousand at once cannot slip through between check and count. */
export interface Attempt {
  readonly accountKey: Buffer
  readonly network: string
  readonly userId: number | null
  /** Set when a known browser tried: strangers' failures do not count against it. */
  readonly deviceHash: Buffer | null
  /** When the next wrong try has to wait. */
  readonly blockedAfterwards: boolean
}

export type Opened =
  { attempt: Attempt; retryAfterSeconds: null } | { attempt: null; retryAfterSeconds: number }

/** Existing people by id, so that e-mail and username share one counter; others by what was typed. */
export const accountKeyOf = (parts: Parts, userId: number | null, typed: string): Buffer =>
  userId === null
    ? hmac(parts.secrets.addresses, 'typed', nameKey(typed))
    : hmac(parts.secrets.addresses, 'user', userId)

/** Counts a try in the caller's transaction, or says how long to wait. */
export const openAttempt = async (
  db: TenantDb,
  parts: Parts,
  scope: PublicScope,
  userId: number | null,
  typed: string,
): Promise<Opened> => {
  const now = scope.clock.now()
  const network = networkOfRequest(scope.request)
  const accountKey = accountKeyOf(parts, userId, typed)
  await lockAccount(db, accountKey)
  const mark = readDeviceMark(scope)
  if (mark && userId !== null && (await isTrustedDevice(db, userId, mark.hash, now))) {
    await addDeviceFailures(db, userId, mark.hash, 1)
    const attempt = { accountKey, network, userId, deviceHash: mark.hash, blockedAfterwards: false }
    return { attempt, retryAfterSeconds: null }
  }
  const until = blockedUntil(await readFailures(db, accountKey), network, now)
  if (until) return { attempt: null, retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000) }
  await addFailure(db, accountKey, network, now)
  await sweepFailures(db, now)
  const blockedAfterwards = blockedUntil(await readFailures(db, accountKey), network, now) !== null
  return {
    attempt: { accountKey, network, userId, deviceHash: null, blockedAfterwards },
    retryAfterSeconds: null,
  }
}

/** It was the right one. Strangers' failures stay counted when the owner only got in by the known browser. */
export const attemptSucceeded = async (db: TenantDb, attempt: Attempt): Promise<void> => {
  if (attempt.deviceHash && attempt.userId !== null) {
    await clearFailures(db, attempt.accountKey, attempt.network)
    return
  }
  await clearFailures(db, attempt.accountKey, null)
}

/** It was not evaluated after all. */
export const attemptNotMade = async (db: TenantDb, attempt: Attempt): Promise<void> => {
  if (attempt.deviceHash && attempt.userId !== null)
    await addDeviceFailures(db, attempt.userId, attempt.deviceHash, -1)
  else await takeFailureBack(db, attempt.accountKey, attempt.network)
}

const DAY_SECONDS = 86_400

export const accountLocked = (retryAfterSeconds: number) =>
  new AppError(
    'account_locked',
    retryAfterSeconds > DAY_SECONDS
      ? 'Too many wrong passwords. Please set a new password by e-mail to open your account again.'
      : `Too many wrong passwords. Please try again in ${waitText(retryAfterSeconds)}.`,
    { retryAfterSeconds },
  )

const waitText = (seconds: number) => {
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
