import type { signup, resendVerification } from '#contract/auth/auth.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { invalidField } from '#server/core/http/errors.ts'
import { Answer } from '#server/core/http/pipeline.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { audit } from '../audit.ts'
import type { BrowserToken } from '../browser-cookie.ts'
import { askingBrowser } from './asking-browser.ts'
import { countCodeRequest, sendCode } from './codes.service.ts'
import { savePendingSignup, sweepPendingSignups } from './pending-signups.repository.ts'
import { sendMail } from '../mails.ts'
import { canSignIn, type AuthDependencies } from '../dependencies.ts'
import { requireGoodPassword } from '../passwords/password.policy.ts'
import { referralCodeOf } from '../referral-code.ts'
import { clientAccountRules, createUser, findByEmail, requireRoomForPeople } from '../users.repository.ts'

type SignupBody = BodyOf<typeof signup>

const SIGNED_UP_RESPONSE = { detail: 'Almost there: please check your e-mail for the 6-digit code.' }
const RESENT_RESPONSE = { detail: 'If this address is waiting to be confirmed, a new code is on its way.' }

/**
 * Creates an account and sends a code. A registered address gets the same answer, and its owner a mail about it.
 * The form waits with the browser that sent it: whoever signs up with somebody else's address gets no password on the
 * account, and takes none from it.
 */
export const createSignup = (dependencies: AuthDependencies) => {
  const register = async (
    db: TenantDb,
    scope: PublicScope,
    body: SignupBody,
    passwordHash: string,
    browser: BrowserToken,
  ) => {
    const now = scope.clock.now()
    await countCodeRequest(db, dependencies, scope, body.email, 'verify_email', browser)
    // For known addresses as well: the answer must not tell which they are.
    await requireRoomForPeople(db)
    const existing = await findByEmail(db, body.email)
    if (existing && (existing.email_verified_at || !canSignIn(dependencies, existing))) {
      if (canSignIn(dependencies, existing))
        await sendMail(db, dependencies, scope, existing, { kind: 'already_registered' })
      return
    }
    const language = body.language ?? scope.tenant.languages[0]
    const userId =
      existing?.id ??
      (await createUser(db, {
        email: body.email,
        fullName: body.full_name,
        passwordHash: null,
        language,
        createdAt: now,
        isSelfRegistered: true,
      }))
    const code = referralCodeOf(scope, body)
    await savePendingSignup(db, {
      user_id: userId,
      browser_hash: browser.hash,
      full_name: body.full_name.normalize('NFC').trim(),
      phone_number: body.phone_number || null,
      password_hash: passwordHash,
      language,
      marketing_opt_in: body.marketing_opt_in,
      referred_by_code: code,
      terms_accepted_at: now,
    })
    await sweepPendingSignups(db, now)
    if (code !== null)
      await dependencies.referrals.invited(db, scope, { userId, browserHash: browser.hash, code })
    const to = { id: userId, email: existing?.email ?? body.email, full_name: body.full_name, language }
    await sendCode(db, dependencies, scope, to, 'verify_email', browser)
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
    await requireGoodPassword(dependencies, body.password, {
      min: rules.password_min,
      ownTexts: [body.email, body.full_name, scope.tenant.name],
    })
    // Hash before looking up the address: registered and free addresses must take the same time.
    const passwordHash = await dependencies.hasher.hash(body.password)
    const browser = askingBrowser(scope)
    await scope.tx((db) => register(db, scope, body, passwordHash, browser))
    return new Answer(SIGNED_UP_RESPONSE, { cookies: [browser.cookie] })
  }
}

/** Sends a new code and ends this browser's previous one. The answer is the same for every address. */
export const createResend =
  (dependencies: AuthDependencies) => async (scope: PublicScope, body: BodyOf<typeof resendVerification>) => {
    const browser = askingBrowser(scope)
    await scope.tx(async (db) => {
      await countCodeRequest(db, dependencies, scope, body.email, 'verify_email', browser)
      const user = await findByEmail(db, body.email)
      if (user && !user.email_verified_at && canSignIn(dependencies, user))
        await sendCode(db, dependencies, scope, user, 'verify_email', browser)
    })
    return new Answer(RESENT_RESPONSE, { cookies: [browser.cookie] })
  }
