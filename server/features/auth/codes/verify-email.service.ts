import type { verifyEmail } from '#contract/auth/auth.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField } from '#server/core/http/errors.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { readAskingBrowser } from './asking-browser.ts'
import { checkCode, endAllCodes } from './codes.service.ts'
import { newDeviceToken, readDeviceToken } from '../passwords/known-device.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { judgePassword, requireGoodPassword } from '../passwords/password.policy.ts'
import { passwordRulesFor } from '../passwords/passwords.service.ts'
import { pendingSignupsOf, type PendingSignup } from './pending-signups.repository.ts'
import { finishFirstStep, firstStepAnswer } from '../two-step/sign-in.service.ts'
import {
  clientAccountRules,
  findUser,
  requireRoomToConfirm,
  updateUser,
  type User,
} from '../users.repository.ts'

type Body = BodyOf<typeof verifyEmail>

const passwordNeeded = () =>
  invalidField(
    'password',
    fieldIssue('required'),
    'You are in another browser than the one you signed up in. Please choose a password.',
  )

interface ChosenPassword {
  readonly text: string
  readonly hash: string
  readonly min: number
}

/**
 * Verifies the address with the code and signs the user in. The password is the one of this browser's own sign-up. A
 * browser without one proves the address just as well, but has to choose a password: whoever signed up elsewhere may
 * be somebody else.
 */
export const createVerifyEmail = (dependencies: AuthDependencies) => {
  /** Hashing is slow on purpose: before the transaction, and whatever the code is. */
  const choosePassword = async (scope: PublicScope, body: Body): Promise<ChosenPassword | null> => {
    if (body.password === undefined) return null
    const rules = await scope.tx((db) => clientAccountRules(db))
    await requireGoodPassword(dependencies, body.password, {
      min: rules.password_min,
      ownTexts: [body.email, scope.tenant.name],
    })
    return {
      text: body.password,
      hash: await dependencies.hasher.hash(body.password),
      min: rules.password_min,
    }
  }

  /** The account as it is from now on; an error when it needs a password. */
  const accountFrom = (
    scope: PublicScope,
    user: User,
    chosen: ChosenPassword | null,
    forms: { own: PendingSignup | undefined; ofCode: PendingSignup | undefined },
  ): Parameters<typeof updateUser>[3] | AppError => {
    const form = forms.own ?? forms.ofCode
    const passwordHash = chosen?.hash ?? forms.own?.password_hash
    if (passwordHash === undefined) return passwordNeeded()
    const named = { ...user, full_name: form?.full_name ?? user.full_name }
    const issue = chosen && judgePassword(chosen.text, passwordRulesFor(scope, named, chosen.min))
    if (issue) return invalidField('password', issue)
    return {
      password_hash: passwordHash,
      ...(form && {
        full_name: form.full_name,
        phone_number: form.phone_number,
        language: form.language,
        marketing_opt_in: form.marketing_opt_in,
        referred_by_code: form.referred_by_code,
        terms_accepted_at: form.terms_accepted_at,
      }),
    }
  }

  const prove = async (
    db: TenantDb,
    scope: PublicScope,
    user: User,
    chosen: ChosenPassword | null,
    codeBrowser: Buffer,
  ): Promise<AppError | null> => {
    if (user.email_verified_at) return null
    const now = scope.clock.now()
    const forms = await pendingSignupsOf(db, user.id, now)
    const formOf = (browserHash: Buffer | undefined) =>
      forms.find((form) => browserHash !== undefined && form.browser_hash.equals(browserHash))
    const own = formOf(readAskingBrowser(scope)?.hash)
    const ofCode = formOf(codeBrowser)
    const account = accountFrom(scope, user, chosen, { own, ofCode })
    if (account instanceof AppError) return account
    await requireRoomToConfirm(db, user)
    await updateUser(db, user.id, now, { ...account, email_verified_at: now, password_changed_at: now })
    await dependencies.referrals.joined(db, scope, {
      userId: user.id,
      browserHash: (own ?? ofCode)?.browser_hash ?? codeBrowser,
      deviceHash: readDeviceToken(scope)?.hash ?? null,
    })
    return null
  }

  return async (scope: PublicScope, body: Body) => {
    const chosen = await choosePassword(scope, body)
    const deviceToken = readDeviceToken(scope) ?? newDeviceToken(scope)
    const outcome = await scope.tx(async (db) => {
      const now = scope.clock.now()
      const check = await checkCode(db, dependencies, scope, {
        email: body.email,
        purpose: 'verify_email',
        enteredCode: body.otp,
      })
      if (!check.ok) return check.error
      // The code stays valid until the account has a password.
      const problem = await prove(db, scope, check.user, chosen, check.browserHash)
      if (problem) return problem
      await endAllCodes(db, check.user, now)
      const user = (await findUser(db, check.user.id)) ?? check.user
      return finishFirstStep(db, dependencies, scope, user, {
        by: 'code',
        device: body.device_name,
        deviceToken,
        isNewAccount: check.user.email_verified_at === null,
      })
    })
    if (outcome instanceof AppError) throw outcome
    return firstStepAnswer(dependencies, scope, outcome, deviceToken)
  }
}
