import type { PasskeyAssertion } from '#contract/auth/webauthn.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { AppError } from '#server/core/http/errors.ts'
import { foldDigits } from '../codes/code-digits.ts'
import { hmac } from '../crypto.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { sendMail } from '../mails.ts'
import { audit } from '../audit.ts'
import { recordSuccess, startCountedAttempt, waitText } from '../passwords/failed-attempts.service.ts'
import { verifyPasskey, wrongPasskey } from '../passkeys/verify-passkey.ts'
import type { User } from '../users.repository.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { readTotp, spendRecoveryCode, spendTotpStep } from './second-steps.repository.ts'
import { decryptTotpSecret } from './totp-secret.ts'
import { stepOfCode } from './totp.ts'

/** The time step of a right code for the stored key, confirmed or not; null for a wrong one. */
export const matchTotpCode = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  userId: number,
  entered: string,
): Promise<{ isConfirmed: boolean; step: number } | null> => {
  const row = await readTotp(db, userId)
  if (!row) return null
  const secret = decryptTotpSecret(dependencies, scope.tenant.clientId, userId, row.secret_enc)
  const step = stepOfCode(secret, foldDigits(entered), scope.clock.now())
  return step === null ? null : { isConfirmed: row.confirmed_at !== null, step }
}

/** Exactly one is given. */
export interface EnteredStep {
  readonly code?: string | undefined
  readonly recoveryCode?: string | undefined
  readonly passkey?: PasskeyAssertion | undefined
}

const spendCode = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  user: User,
  code: string,
): Promise<boolean> => {
  const match = await matchTotpCode(db, dependencies, scope, user.id, code)
  return match !== null && match.isConfirmed && (await spendTotpStep(db, user.id, match.step))
}

const spendRecovery = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  user: User,
  code: string,
): Promise<boolean> => {
  if (!(await spendRecoveryCode(db, user.id, hashRecoveryCode(code), scope.clock.now()))) return false
  await audit(db, dependencies, scope, {
    action: 'auth.recovery_code_used',
    result: 'ok',
    actorId: user.id,
  })
  await sendMail(db, dependencies, scope, user, { kind: 'recovery_code_used' })
  return true
}

export const tooManyCodes = (retryAfterSeconds: number) =>
  new AppError(
    'account_locked',
    `Too many wrong codes. Please try again in ${waitText(retryAfterSeconds)}.`,
    {
      retryAfterSeconds,
    },
  )
export const wrongCode = () =>
  new AppError('invalid_code', 'This code is not right. Please enter the code that the app shows now.')

/**
 * Checks and spends a code of the app, a recovery code or a passkey's answer. Wrong codes slow the account down like
 * wrong passwords, in a counter of their own; a passkey cannot be guessed. Null when it is right.
 */
export const checkSecondStep = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  user: User,
  entered: EnteredStep,
  purpose: 'second_step' | 'step_up',
): Promise<AppError | null> => {
  if (entered.passkey !== undefined) {
    const verified = await verifyPasskey(db, scope, entered.passkey, purpose)
    if (verified?.userId === user.id) return null
    await auditFailure(db, dependencies, scope, user)
    return wrongPasskey()
  }
  const accountKey = hmac(dependencies.secrets.addresses, 'second-step', user.id)
  const start = await startCountedAttempt(db, scope, accountKey, user.id)
  if (start.attempt === null) return tooManyCodes(start.retryAfterSeconds)
  const isRight =
    entered.code !== undefined
      ? await spendCode(db, dependencies, scope, user, entered.code)
      : await spendRecovery(db, dependencies, scope, user, entered.recoveryCode ?? '')
  if (isRight) {
    await recordSuccess(db, start.attempt)
    return null
  }
  await auditFailure(db, dependencies, scope, user)
  return wrongCode()
}

const auditFailure = (db: TenantDb, dependencies: AuthDependencies, scope: PublicScope, user: User) =>
  audit(db, dependencies, scope, { action: 'auth.second_step', result: 'failed', actorId: user.id })
