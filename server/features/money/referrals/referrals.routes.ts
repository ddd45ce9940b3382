import './referrals.tables.ts'
import type { FastifyInstance } from 'fastify'
import { checkReferralCode } from '#contract/money/referral-code.ts'
import * as contract from '#contract/money/referrals.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import * as admin from './admin-referrals.service.ts'
import { ownReferrals } from './own-referrals.service.ts'
import { payOut, payoutsFile } from './payouts.service.ts'
import { isValidCode } from './sign-ups.ts'

export const registerReferrals = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: admin.ReferralContext,
): void => {
  mount(app, pipeline, checkReferralCode, async (scope, { body }) => ({
    valid: await isValidCode(scope, body.code),
  }))
  mount(app, pipeline, contract.getOwnReferrals, (scope, { query }) => ownReferrals(scope, query))
  mount(app, pipeline, contract.listReferrers, (scope, { query }) => admin.referrers(scope, query))
  mount(app, pipeline, contract.listReferrals, (scope, { query }) => admin.referrals(scope, query))
  mount(app, pipeline, contract.reviewReferral, (scope, { params, body }) =>
    admin.review(context, scope, params.referralId, body),
  )
  mount(app, pipeline, contract.saveReferralReward, (scope, { body }) =>
    admin.saveReward(context, scope, body),
  )
  mount(app, pipeline, contract.payOutReferrals, (scope, { body }) => payOut(context, scope, body))
  mount(app, pipeline, contract.exportReferralPayouts, (scope) => payoutsFile(context, scope))
}
