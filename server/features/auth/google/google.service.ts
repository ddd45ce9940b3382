import '../auth.tables.ts'
import type { googleLogin } from '#contract/auth/auth.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { Answer } from '#server/core/http/pipeline.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { rememberDevice } from '../passwords/failed-attempts.repository.ts'
import { audit } from '../audit-line.ts'
import { endCodes, lockAddress } from '../codes/codes.repository.ts'
import { googleUnavailable, type GooglePerson } from './google.verifier.ts'
import { newDeviceMark, readDeviceMark } from '../passwords/known-device.ts'
import { accountDisabled } from '../passwords/login.service.ts'
import { sendMail } from '../mails.ts'
import { nameKey } from '../names.ts'
import type { Parts } from '../dependencies.ts'
import { hmac } from '../crypto.ts'
import { issueTokens, startSession } from '../sessions/sessions.service.ts'
import { toSessionUser } from '../user.mapper.ts'
import {
  clientAccountRules,
  createUser,
  currentClient,
  findByEmail,
  lockUser,
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

/** Sign in with a Google ID token (TRUST §8.5: by issuer and subject, never by e-mail alone). */
export const createGoogleLogin = (parts: Parts) => {
  /** The account of this Google person: linked before, linkable now, or new. Null when it must not be linked. */
  const accountFor = async (
    db: TenantDb,
    scope: PublicScope,
    person: GooglePerson,
  ): Promise<number | null> => {
    const now = scope.clock.now()
    await lockAddress(db, hmac(parts.secrets.addresses, 'address', nameKey(person.email)))
    const known = await linkedUser(db, person)
    if (known !== undefined) return known
    if (!person.emailVerified) return null
    const present = await findByEmail(db, person.email)
    if (!present) {
      const userId = await createUser(db, {
        email: person.email,
        fullName: person.fullName,
        passwordHash: null,
        language: scope.tenant.languages[0],
        emailVerifiedAt: now,
        termsAcceptedAt: now,
        createdAt: now,
      })
      await link(db, person, userId, now)
      await audit(db, parts, scope, {
        action: 'auth.signup',
        result: 'ok',
        actorId: userId,
        detail: { by: 'google' },
      })
      return userId
    }
    if (!person.isAuthoritative) return null
    await link(db, person, present.id, now)
    if (!present.email_verified_at) {
      // Whoever chose this password never proved the address: it must not open the account of who just did.
      await updateUser(db, present.id, now, { email_verified_at: now, password_hash: null })
      await endCodes(db, present.id, 'verify_email', now)
    }
    await sendMail(db, parts, scope, present, { kind: 'google_linked' })
    await audit(db, parts, scope, { action: 'auth.google_linked', result: 'ok', actorId: present.id })
    return present.id
  }

  return async (scope: PublicScope, body: BodyOf<typeof googleLogin>) => {
    const rules = await scope.tx((db) => clientAccountRules(db))
    const audience = rules.google_client_id ?? parts.core.config.google.clientId
    if (audience === null) throw notFound()
    const person = await parts.google.verify(body.token, audience)
    if (!person) throw new AppError('invalid_credentials', 'Google login failed')
    const mark = readDeviceMark(scope) ?? newDeviceMark(scope)
    const outcome = await scope.tx(async (db) => {
      const userId = await accountFor(db, scope, person)
      const user = userId === null ? undefined : await lockUser(db, userId)
      // The app has a fixed text for status 500: "Server error with this Google account" (spec §8).
      if (!user) return googleUnavailable()
      if (user.disabled_at) {
        await audit(db, parts, scope, {
          action: 'auth.login',
          result: 'refused',
          actorId: user.id,
          detail: { by: 'google', why: 'account_disabled' },
        })
        return accountDisabled()
      }
      await rememberDevice(db, user.id, mark.hash, scope.clock.now())
      const started = await startSession(db, parts, scope, user, body.device_name)
      await audit(db, parts, scope, {
        action: 'auth.login',
        result: 'ok',
        actorId: user.id,
        sessionId: started.sessionId,
        detail: { by: 'google' },
      })
      return { user, started }
    })
    if (outcome instanceof AppError) throw outcome
    const tokens = await issueTokens(parts, scope, outcome.started)
    return new Answer({ ...toSessionUser(outcome.user), ...tokens }, { cookies: [mark.cookie] })
  }
}
