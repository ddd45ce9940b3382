import '../auth.tables.ts'
import type { googleLogin } from '#contract/auth/auth.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { audit } from '../audit.ts'
import { endCodes, lockAddress } from '../codes/codes.repository.ts'
import { deletePendingSignups } from '../codes/pending-signups.repository.ts'
import { googleUnavailable, type GooglePerson } from './google.verifier.ts'
import { newDeviceToken, readDeviceToken } from '../passwords/known-device.ts'
import { accountDisabled } from '../passwords/login.service.ts'
import { sendMail } from '../mails.ts'
import { createChallenge, spendChallenge } from '../passkeys/challenges.repository.ts'
import { nameKey } from '../names.ts'
import { canSignIn, type AuthDependencies } from '../dependencies.ts'
import { hmac } from '../crypto.ts'
import { referralCodeOf } from '../referral-code.ts'
import { finishFirstStep, firstStepAnswer } from '../two-step/sign-in.service.ts'
import {
  clientAccountRules,
  createUser,
  currentClient,
  findByEmail,
  lockUser,
  requireRoomToConfirm,
  updateUser,
} from '../users.repository.ts'

const linkedUser = async (db: TenantDb, person: GooglePerson): Promise<number | undefined> => {
  const row = await db
    .selectFrom('google_identity')
    .select('user_id')
    .where('client_id', '=', currentClient)
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
    .executeTakeFirst()
  return row?.user_id
}

const link = async (db: TenantDb, person: GooglePerson, userId: number, now: Date) => {
  await db
    .insertInto('google_identity')
    .values({
      client_id: currentClient,
      issuer: person.issuer,
      subject: person.subject,
      user_id: userId,
      created_at: now,
    })
    .execute()
}

/** What counts only if the account is new. */
interface SignUp {
  readonly code: string | null
  readonly browserHash: Buffer
}

const googleRefused = () => new AppError('invalid_credentials', 'Google login failed')

/** A nonce binds an ID token to one sign-in on our page: a token from elsewhere, or a used one, is refused. */
export const createGoogleNonce = () => (scope: PublicScope) =>
  scope.tx(async (db) => ({
    nonce: await createChallenge(db, {
      purpose: 'google',
      userId: null,
      rpId: '',
      now: scope.clock.now(),
    }),
  }))

/**
 * Signs in with a Google ID token. Accounts are matched by issuer and subject, never by e-mail alone (trust
 * 8.5).
 */
export const createGoogleLogin = (dependencies: AuthDependencies) => {
  const newAccount = async (
    db: TenantDb,
    scope: PublicScope,
    person: GooglePerson,
    { code, browserHash }: SignUp,
  ): Promise<number> => {
    const now = scope.clock.now()
    const userId = await createUser(db, {
      email: person.email,
      fullName: person.fullName,
      passwordHash: null,
      language: scope.tenant.languages[0],
      emailVerifiedAt: now,
      termsAcceptedAt: now,
      referredByCode: code,
      createdAt: now,
    })
    await link(db, person, userId, now)
    if (code !== null) {
      await dependencies.referrals.invited(db, scope, { userId, browserHash, code })
      await dependencies.referrals.joined(db, scope, { userId, browserHash, deviceHash: browserHash })
    }
    await audit(db, dependencies, scope, {
      action: 'auth.signup',
      result: 'ok',
      actorId: userId,
      detail: { by: 'google' },
    })
    return userId
  }

  /** The account of this Google user: linked before, linked now, or new. Null when it must not be linked. */
  const accountOf = async (
    db: TenantDb,
    scope: PublicScope,
    person: GooglePerson,
    signUp: SignUp,
  ): Promise<number | null> => {
    const now = scope.clock.now()
    await lockAddress(db, hmac(dependencies.secrets.addresses, 'address', nameKey(person.email)))
    const linkedId = await linkedUser(db, person)
    if (linkedId !== undefined) return linkedId
    if (!person.emailVerified) return null
    const existing = await findByEmail(db, person.email)
    if (!existing) return newAccount(db, scope, person, signUp)
    if (!person.isAuthoritative) return null
    await link(db, person, existing.id, now)
    if (!existing.email_verified_at) {
      await requireRoomToConfirm(db, existing)
      // Whoever chose the current password never verified the address, so it must not open the owner's
      // account.
      await updateUser(db, existing.id, now, { email_verified_at: now, password_hash: null })
      await endCodes(db, existing.id, 'verify_email', null, now)
      await deletePendingSignups(db, existing.id)
    }
    await sendMail(db, dependencies, scope, existing, { kind: 'google_linked' })
    await audit(db, dependencies, scope, { action: 'auth.google_linked', result: 'ok', actorId: existing.id })
    return existing.id
  }

  return async (scope: PublicScope, body: BodyOf<typeof googleLogin>) => {
    const rules = await scope.tx((db) => clientAccountRules(db))
    const audience = rules.google_client_id ?? dependencies.core.config.google.clientId
    if (audience === null) throw notFound()
    const person = await dependencies.googleVerifier.verify(body.token, audience)
    if (!person) throw googleRefused()
    const deviceToken = readDeviceToken(scope) ?? newDeviceToken(scope)
    const outcome = await scope.tx(async (db) => {
      if (!(await spendChallenge(db, person.nonce, 'google', scope.clock.now()))) return googleRefused()
      const signUp = { code: referralCodeOf(scope, body), browserHash: deviceToken.hash }
      const userId = await accountOf(db, scope, person, signUp)
      const user = userId === null ? undefined : await lockUser(db, userId)
      // The app has a fixed text for status 500: "Server error with this Google account" (spec 8).
      if (!user) return googleUnavailable()
      if (!canSignIn(dependencies, user)) {
        await audit(db, dependencies, scope, {
          action: 'auth.login',
          result: 'refused',
          actorId: user.id,
          detail: { by: 'google', why: 'account_disabled' },
        })
        return accountDisabled()
      }
      return finishFirstStep(db, dependencies, scope, user, {
        by: 'google',
        device: body.device_name,
        deviceToken,
      })
    })
    if (outcome instanceof AppError) throw outcome
    return firstStepAnswer(dependencies, scope, outcome, deviceToken)
  }
}
