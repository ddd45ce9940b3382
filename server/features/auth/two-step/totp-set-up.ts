/** Adding an authenticator app, on the profile and at a sign-in that requires it. */
import type { AuthenticatorKey } from '#contract/auth/two-step.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { audit } from '../audit.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { sendMail } from '../mails.ts'
import type { User } from '../users.repository.ts'
import { matchTotpCode, wrongCode } from './check-second-step.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import {
  confirmTotpRow,
  putTotp,
  readSecondSteps,
  replaceRecoveryCodes,
  spendTotpStep,
} from './second-steps.repository.ts'
import { encryptTotpSecret } from './totp-secret.ts'
import { authenticatorKeyOf, newTotpSecret } from './totp.ts'

const alreadyOn = () =>
  new AppError('conflict', 'An authenticator app is set up already. Remove it first to use another one.')

export const beginTotpFor = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  user: User,
): Promise<AuthenticatorKey | AppError> => {
  const secret = newTotpSecret()
  const encrypted = encryptTotpSecret(dependencies, scope.tenant.clientId, user.id, secret)
  if (!(await putTotp(db, user.id, encrypted, scope.clock.now()))) return alreadyOn()
  return authenticatorKeyOf(secret, { issuer: scope.tenant.name, label: user.email })
}

/** New codes in place of all former ones. */
export const renewRecoveryCodesOf = async (db: TenantDb, userId: number, now: Date): Promise<string[]> => {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(db, userId, codes.map(hashRecoveryCode), now)
  return codes
}

/** The recovery codes of a person's first second step; none for a further one. */
export const firstRecoveryCodes = async (db: TenantDb, userId: number, now: Date): Promise<string[]> => {
  const { recoveryCodesLeft } = await readSecondSteps(db, userId)
  return recoveryCodesLeft > 0 ? [] : renewRecoveryCodesOf(db, userId, now)
}

/** Confirms the key with its first code. */
export const turnTotpOn = async (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  user: User,
  entered: string,
): Promise<string[] | AppError> => {
  const now = scope.clock.now()
  const match = await matchTotpCode(db, dependencies, scope, user.id, entered)
  if (match?.isConfirmed) return alreadyOn()
  if (!match || !(await spendTotpStep(db, user.id, match.step))) return wrongCode()
  await confirmTotpRow(db, user.id, now)
  const codes = await firstRecoveryCodes(db, user.id, now)
  await sendMail(db, dependencies, scope, user, { kind: 'two_step_on' })
  await audit(db, dependencies, scope, { action: 'auth.two_step_on', result: 'ok', actorId: user.id })
  return codes
}
