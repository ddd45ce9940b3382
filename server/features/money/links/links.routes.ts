import type { FastifyInstance } from 'fastify'
import * as pay from '#contract/money/pay.ts'
import * as contract from '#contract/money/payment-links.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { originOf } from '#server/core/mail/site.ts'
import {
  chooseForLink,
  testCheckoutOfLink,
  type TestCheckoutContext,
} from '../checkout/test-checkout.service.ts'
import { importLinks } from './import.service.ts'
import type { LinkMailContext } from './link-mails.ts'
import * as manage from './manage.service.ts'
import * as notes from './notes.service.ts'
import * as returns from './returns/returns.service.ts'
import { openDocument, openLink, sendPass, startLinkPayment, type PayContext } from './pay.service.ts'

export const linkMailContext = (core: Pick<Core, 'outbox' | 'config' | 'secret'>): LinkMailContext => ({
  outbox: core.outbox,
  // A mail that opens a link is worth nothing without its address.
  publicUrl: originOf(core.config),
  demo: core.config.demo,
  passKey: core.secret('money.payment-links'),
})

const mountPublic = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: PayContext,
  test: TestCheckoutContext,
): void => {
  mount(app, pipeline, pay.openPayLink, (scope, { params, body }) =>
    openLink(context, scope, params.payCode, body),
  )
  mount(app, pipeline, pay.sendPayPass, (scope, { params, body }) =>
    sendPass(context, scope, params.payCode, body),
  )
  mount(app, pipeline, pay.startPayment, (scope, { params, body }) =>
    startLinkPayment(context, scope, params.payCode, body),
  )
  mount(app, pipeline, pay.openPayDocument, (scope, { params, body }) =>
    openDocument(context, scope, params, body.pass),
  )
  mount(app, pipeline, pay.getPayTest, (scope, { params }) => testCheckoutOfLink(test, scope, params))
  mount(app, pipeline, pay.choosePayTest, (scope, { params, body }) =>
    chooseForLink(test, scope, params, body.outcome),
  )
}

export const registerLinks = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  core: Core,
  dependencies: Pick<PayContext, 'findProvider' | 'paymentInstructions'> & { test: TestCheckoutContext },
): void => {
  const context = { ...linkMailContext(core), audit: core.audit }
  mountPublic(app, pipeline, { ...context, ...dependencies }, dependencies.test)
  mount(app, pipeline, contract.listPaymentLinks, (scope, { query }) => manage.paymentLinks(scope, query))
  mount(app, pipeline, contract.createPaymentLink, (scope, { body }) =>
    manage.createLink(context, scope, body),
  )
  mount(app, pipeline, contract.getPaymentLink, (scope, { params }) =>
    manage.paymentLink(scope, params.paymentLinkId),
  )
  mount(app, pipeline, contract.cancelPaymentLink, (scope, { params }) =>
    manage.cancelLink(context, scope, params.paymentLinkId),
  )
  mount(app, pipeline, contract.mailPaymentLink, (scope, { params }) =>
    manage.mailToPerson(context, scope, params.paymentLinkId),
  )
  mount(app, pipeline, contract.importPaymentLinks, (scope, { body }) => importLinks(context, scope, body))
  mount(app, pipeline, contract.notePayment, (scope, { params, body }) =>
    notes.note(context, scope, params.paymentLinkId, body),
  )
  mount(app, pipeline, contract.decidePayment, (scope, { params, body }) =>
    notes.decide(context, scope, { linkId: params.paymentLinkId, noteId: params.paymentNoteId }, body),
  )
  mount(app, pipeline, contract.returnPayment, (scope, { params, body }) =>
    returns.giveBack(context, scope, { linkId: params.paymentLinkId, noteId: params.paymentNoteId }, body),
  )
  mount(app, pipeline, contract.decideReturn, (scope, { params, body }) =>
    returns.decide(context, scope, { linkId: params.paymentLinkId, returnId: params.paymentReturnId }, body),
  )
  mount(app, pipeline, contract.setNoteLimit, (scope, { body }) => notes.saveLimit(context, scope, body))
}
