/** The code of a referral before anybody is signed in: the page for signing up loads only this. */
import * as z from 'zod/mini'
import { clientParams } from '../common.ts'
import { endpoint, perMinute } from '../endpoint.ts'

/** How long a code counts between the link and the account. */
export const REFERRAL_DAYS = 30

export const checkReferralCode = endpoint({
  name: 'referrals.checkCode',
  method: 'POST',
  path: '/api/clients/{clientId}/referral-codes/check/',
  access: 'public',
  feature: 'admin_referral',
  rateLimit: perMinute(30),
  idempotency: 'natural',
  summary: 'Say whether a referral code counts for somebody who signs up now',
  params: clientParams,
  body: z.object({ code: z.string().check(z.maxLength(64)) }),
  response: z.object({ valid: z.boolean() }),
})
