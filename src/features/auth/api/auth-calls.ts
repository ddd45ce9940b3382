/** The calls of the pages before sign-in; loaded at the first focus on a form, not with the page. */
import * as auth from '#contract/auth/auth.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { checkReferralCode as checkCode } from '#contract/money/referral-code.ts'
import { publicCall } from '#src/core/api/public-call.ts'

type Body<Name extends keyof typeof auth> = (typeof auth)[Name] extends { body: unknown }
  ? BodyInputOf<Extract<(typeof auth)[Name], import('#contract/endpoint.ts').EndpointSpec>>
  : never

export const login = (body: Body<'login'>) => publicCall(auth.login, { body })
export const googleNonce = () => publicCall(auth.googleNonce)
export const googleLogin = (body: Body<'googleLogin'>) => publicCall(auth.googleLogin, { body })
export const signup = (body: Body<'signup'>) => publicCall(auth.signup, { body })
export const verifyEmail = (body: Body<'verifyEmail'>) => publicCall(auth.verifyEmail, { body })
export const resendVerification = (body: Body<'resendVerification'>) =>
  publicCall(auth.resendVerification, { body })
export const forgotPassword = (body: Body<'forgotPassword'>) => publicCall(auth.forgotPassword, { body })
export const checkReferralCode = (body: BodyInputOf<typeof checkCode>) => publicCall(checkCode, { body })
export const resetPassword = (body: Body<'resetPassword'>) => publicCall(auth.resetPassword, { body })
