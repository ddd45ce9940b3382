/** E-mail campaigns (SPEC 2, /admin/email-send; rules: E-mails). */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/emails/campaigns.ts'
import * as feedbackCalls from '#contract/emails/feedback.ts'
import * as senderCalls from '#contract/emails/sender.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { createOutgoing, type Outgoing } from '#server/core/security/outgoing.ts'
import { internetOf } from '#server/core/security/web-probe.ts'
import * as drafts from './campaigns.service.ts'
import type { EmailsContext } from './context.ts'
import { registerPreview } from './preview.routes.ts'
import { registerMailEvents } from './events/events.routes.ts'
import * as feedback from './events/feedback.service.ts'
import { resolveTxt, type ResolveTxt } from './sender/dns-record.ts'
import * as sender from './sender/sender.service.ts'
import * as sending from './sending/sending.service.ts'
import { registerTracking } from './tracking.ts'
import { registerUnsubscribe } from './unsubscribe.ts'

export type { ResolveTxt } from './sender/dns-record.ts'
export { senderKeyColumn } from './sender/sender-key.ts'
export { ownAddresses } from './sender/sender.service.ts'
export { createCampaignsJob } from './sending/campaigns.job.ts'
export { mailRoomCheck, mailRoomOf, mailsThisMonth } from './sending/mail-plan.ts'

const registerFeedback = (app: FastifyInstance, pipeline: RequestPipeline, core: Core): void => {
  mount(app, pipeline, feedbackCalls.getMailFeedback, (scope) => feedback.getFeedback(core, scope))
  mount(app, pipeline, feedbackCalls.setOpenTracking, (scope, { body }) =>
    feedback.setOpenTracking(core, scope, body.track_opens),
  )
  mount(app, pipeline, feedbackCalls.renewEventsKey, (scope) => feedback.renewEventsKey(core, scope))
  mount(app, pipeline, feedbackCalls.listSuppressed, (scope, { query }) =>
    feedback.suppressedList(scope, query),
  )
  mount(app, pipeline, feedbackCalls.allowAgain, (scope, { body }) =>
    feedback.allowAgain(core, scope, body.email),
  )
}

const registerSender = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  { core, dns }: { core: Core; dns: ResolveTxt },
): void => {
  mount(app, pipeline, senderCalls.getSender, (scope) => sender.getSender(scope))
  mount(app, pipeline, senderCalls.setSender, (scope, { body }) =>
    sender.setSender(core, scope, body.address),
  )
  mount(app, pipeline, senderCalls.checkSender, (scope) => sender.checkSender(core, scope, dns))
  mount(app, pipeline, senderCalls.removeSender, (scope) => sender.removeSender(core, scope))
}

/** Tests replace the outgoing requests and DNS. */
export const emailsFeature = (
  context: EmailsContext,
  {
    outgoing = createOutgoing(internetOf(context.core.config)),
    dns = resolveTxt,
  }: { outgoing?: Outgoing | undefined; dns?: ResolveTxt | undefined } = {},
) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline) => {
    registerPreview(app, pipeline, context)
    registerUnsubscribe(app, context.core)
    registerTracking(app, context.core)
    registerMailEvents(app, pipeline, { core: context.core, outgoing })
    registerFeedback(app, pipeline, context.core)
    registerSender(app, pipeline, { core: context.core, dns })
    mount(app, pipeline, calls.listCampaigns, (scope, { query }) =>
      drafts.campaignList(context, scope, query),
    )
    mount(app, pipeline, calls.campaignOptions, (scope) => drafts.campaignOptions(scope))
    mount(app, pipeline, calls.createCampaign, (scope, { body }) =>
      drafts.createCampaign(context, scope, body),
    )
    mount(app, pipeline, calls.getCampaign, (scope, { params }) =>
      drafts.getCampaign(context, scope, params.campaignId),
    )
    mount(app, pipeline, calls.saveCampaign, (scope, { params, body }) =>
      drafts.saveCampaign(context, scope, params.campaignId, body),
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
