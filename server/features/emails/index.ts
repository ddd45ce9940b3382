/** E-mail campaigns (SPEC 2, /admin/email-send; rules: E-mails). */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/emails/campaigns.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import * as drafts from './campaigns.service.ts'
import type { EmailsContext } from './context.ts'
import { registerPreview } from './preview.routes.ts'
import * as sending from './sending/sending.service.ts'
import { registerUnsubscribe } from './unsubscribe.ts'

export { createCampaignsJob } from './sending/campaigns.job.ts'
export { mailsThisMonth } from './sending/mail-plan.ts'

export const emailsFeature = (context: EmailsContext) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline) => {
    registerPreview(app, pipeline, context)
    registerUnsubscribe(app, context.core)
    mount(app, pipeline, calls.listCampaigns, (scope, { query }) => drafts.campaignList(scope, query))
    mount(app, pipeline, calls.campaignOptions, (scope) => drafts.campaignOptions(scope))
    mount(app, pipeline, calls.createCampaign, (scope, { body }) => drafts.createCampaign(scope, body))
    mount(app, pipeline, calls.getCampaign, (scope, { params }) =>
      drafts.getCampaign(scope, params.campaignId),
    )
    mount(app, pipeline, calls.saveCampaign, (scope, { params, body }) =>
      drafts.saveCampaign(scope, params.campaignId, body),
    )
    mount(app, pipeline, calls.deleteCampaign, (scope, { params }) =>
      drafts.deleteCampaign(scope, params.campaignId),
    )
    mount(app, pipeline, calls.previewAudience, (scope, { params, query }) =>
      drafts.audienceOf(context, scope, params.campaignId, query),
    )
    mount(app, pipeline, calls.testCampaign, (scope, { params, body }) =>
      drafts.sendTest(context, scope, params.campaignId, body),
    )
    mount(app, pipeline, calls.sendCampaign, (scope, { params, body }) =>
      sending.sendCampaign(context, scope, params.campaignId, body),
    )
    mount(app, pipeline, calls.moveCampaign, (scope, { params, body }) =>
      sending.moveCampaign(context, scope, params.campaignId, body),
    )
    mount(app, pipeline, calls.resendCampaign, (scope, { params }) =>
      sending.resendCampaign(context, scope, params.campaignId),
    )
    mount(app, pipeline, calls.listRecipients, (scope, { params, query }) =>
      sending.recipientList(scope, params.campaignId, query),
    )
  },
})
