import type { signup, resendVerification } from '#contract/auth/auth.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { invalidField } from '#server/core/http/errors.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { audit } from '../audit.ts'
import { countCodeRequest, sendCode } from './codes.service.ts'
import { sendMail } from '../mails.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { requireGoodPassword } from '../passwords/password.policy.ts'
import { clientAccountRules, createUser, findByEmail, findUser, updateUser } from '../users.repository.ts'

type SignupBody = BodyOf<typeof signup>

const SIGNED_UP_RESPONSE = { detail: 'Almost there: please check your e-mail for the 6-digit code.' }
const RESENT_RESPONSE = { detail: 'If this address is waiting to be confirmed, a new code is on its way.' }

/**
 * Creates an account and sends a code. A registered address gets the same answer, and its owner a mail about it.
 * Signing up again before the address is verified replaces the earlier data, so that the newest code belongs to it.
 */
export const createSignup = (dependencies: AuthDependencies) => {
  const register = async (db: TenantDb, scope: PublicScope, body: SignupBody, passwordHash: string) => {
    const now = scope.clock.now()
    await countCodeRequest(db, dependencies, scope, body.email, 'verify_email')
    const existing = await findByEmail(db, body.email)
    if (existing?.email_verified_at || existing?.disabled_at) {
      if (!existing.disabled_at)
        await sendMail(db, dependencies, scope, existing, { kind: 'already_registered' })
      return
    }
    const language = body.language ?? scope.tenant.languages[0]
    let userId = existing?.id
    if (userId === undefined) {
      userId = await createUser(db, {
        email: body.email,
        fullName: body.full_name,
        passwordHash,
        language,
        phoneNumber: body.phone_number ?? null,
        marketingOptIn: body.marketing_opt_in,
        referredByCode: body.referral_code ?? null,
        termsAcceptedAt: now,
        createdAt: now,
      })
    } else {
      await updateUser(db, userId, now, {
        full_name: body.full_name,
        phone_number: body.phone_number || null,
        password_hash: passwordHash,
        password_changed_at: now,
        language,
        marketing_opt_in: body.marketing_opt_in,
        referred_by_code: body.referral_code || null,
        terms_accepted_at: now,
      })
    }
    const user = await findUser(db, userId)
    if (!user) throw new Error('signup: the new account was not found')
    await sendCode(db, dependencies, scope, user, 'verify_email')
    await audit(db, dependencies, scope, {
      action: 'auth.signup',
      result: 'ok',
      actorId: null,
      object: `user:${userId}`,
    })
  }

  return async (scope: PublicScope, body: SignupBody) => {
    const rules = await scope.tx((db) => clientAccountRules(db))
    if (rules.phone_required && !body.phone_number) throw invalidField('phone_number', fieldIssue('required'))
    requireGoodPassword(body.password, {
      min: rules.password_min,
      ownTexts: [body.email, body.full_name, scope.tenant.name],
    })
    // Hash before looking up the address: registered and free addresses must take the same time.
    const passwordHash = await dependencies.hasher.hash(body.password)
    await scope.tx((db) => register(db, scope, body, passwordHash))
    return SIGNED_UP_RESPONSE
  }
}

/** Sends a new code and ends the previous one. The answer is the same for every address. */
export const createResend =
  (dependencies: AuthDependencies) => async (scope: PublicScope, body: BodyOf<typeof resendVerification>) => {
    await scope.tx(async (db) => {
      await countCodeRequest(db, dependencies, scope, body.email, 'verify_email')
      const user = await findByEmail(db, body.email)
      if (user && !user.email_verified_at && !user.disabled_at)
        await sendCode(db, dependencies, scope, user, 'verify_email')
    })
    return RESENT_RESPONSE
  }
