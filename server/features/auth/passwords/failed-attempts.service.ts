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
  undoFailure,
} from './failed-attempts.repository.ts'
import { networkOfRequest } from '../sessions/device.ts'
import { blockedUntil } from './lockout.policy.ts'
import { readDeviceToken } from './known-device.ts'
import { nameKey } from '../names.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { hmac } from '../crypto.ts'

/**
 * A sign-in attempt that is counted before it is evaluated, so that parallel attempts cannot slip between
 * check and count.
 */
export interface Attempt {
  readonly accountKey: Buffer
  readonly network: string
  readonly userId: number | null
  /** Set when a known browser made the attempt: failures from other browsers do not count against it. */
  readonly deviceHash: Buffer | null
  /** True when the next wrong attempt has to wait. */
  readonly causesLockout: boolean
}

export type AttemptStart =
  { attempt: Attempt; retryAfterSeconds: null } | { attempt: null; retryAfterSeconds: number }

/**
 * Existing users count by id, so that e-mail and username share one counter; unknown ones by the entered
 * login.
 */
export const accountKeyOf = (dependencies: AuthDependencies, userId: number | null, login: string): Buffer =>
  userId === null
    ? hmac(dependencies.secrets.addresses, 'typed', nameKey(login))
    : hmac(dependencies.secrets.addresses, 'user', userId)

/** Counts a password's attempt in the caller's transaction, or answers how long to wait. */
export const startAttempt = (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  userId: number | null,
  login: string,
): Promise<AttemptStart> => startCountedAttempt(db, scope, accountKeyOf(dependencies, userId, login), userId)

/** The same for any counter, such as that of second steps. */
export const startCountedAttempt = async (
  db: TenantDb,
  scope: PublicScope,
  accountKey: Buffer,
  userId: number | null,
): Promise<AttemptStart> => {
  const now = scope.clock.now()
  const network = networkOfRequest(scope.request)
  await lockAccount(db, accountKey)
  const deviceToken = readDeviceToken(scope)
  if (deviceToken && userId !== null && (await isTrustedDevice(db, userId, deviceToken.hash, now))) {
    await addDeviceFailures(db, userId, deviceToken.hash, 1)
    const attempt = { accountKey, network, userId, deviceHash: deviceToken.hash, causesLockout: false }
    return { attempt, retryAfterSeconds: null }
  }
  const blockedUntilTime = blockedUntil(await readFailures(db, accountKey), network, now)
  if (blockedUntilTime)
    return {
      attempt: null,
      retryAfterSeconds: Math.ceil((blockedUntilTime.getTime() - now.getTime()) / 1000),
    }
  await addFailure(db, accountKey, network, now)
  await sweepFailures(db, now)
  const causesLockout = blockedUntil(await readFailures(db, accountKey), network, now) !== null
  return {
    attempt: { accountKey, network, userId, deviceHash: null, causesLockout },
    retryAfterSeconds: null,
  }
}

/** After a sign-in from a known browser, failures from other networks stay counted. */
export const recordSuccess = async (db: TenantDb, attempt: Attempt): Promise<void> => {
  if (attempt.deviceHash && attempt.userId !== null) {
    await clearFailures(db, attempt.accountKey, attempt.network)
    return
  }
  await clearFailures(db, attempt.accountKey, null)
}

/** For an attempt that was not evaluated after all. */
export const undoAttempt = async (db: TenantDb, attempt: Attempt): Promise<void> => {
  if (attempt.deviceHash && attempt.userId !== null)
    await addDeviceFailures(db, attempt.userId, attempt.deviceHash, -1)
  else await undoFailure(db, attempt.accountKey, attempt.network)
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

/** Rounded up, so that it is over when it says so. */
export const waitText = (seconds: number): string => {
  const [count, unit] =
    seconds <= 90
      ? [Math.max(1, Math.ceil(seconds)), 'second']
      : seconds <= 90 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
