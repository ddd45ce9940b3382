/** The ledger, what admins read of it, and programmes that people pay. Other features post by what this file exports. */
import './money.tables.ts'
import './links/links.tables.ts'
import './programmes/programmes.tables.ts'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/money/payments.ts'
import * as programmes from '#contract/money/programmes.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import type { ApplyContext } from './checkout/apply-message.ts'
import { createAskProvidersJob } from './checkout/ask-providers.job.ts'
import { registerPaymentMessages } from './checkout/message.routes.ts'
import { createFindProvider } from './checkout/providers.ts'
import { createReceive } from './checkout/receive.ts'
import { payTestCheckout, testCheckout } from './checkout/test-checkout.service.ts'
import { createTestMessagesJob, sendTestMessages } from './checkout/test-messages.ts'
import { createTestProvider } from './checkout/test-provider.ts'
import type { Grants, MoneyDependencies } from './dependencies.ts'
import { journalFile, paymentsFile } from './exports.service.ts'
import { dueRefunds, payments, revenue, statement } from './payments.service.ts'
import { createOverdueJob } from './programmes/overdue.job.ts'
import { createDueLinksJob } from './links/due.job.ts'
import { linkMailContext, registerLinks } from './links/links.routes.ts'
import { startCheckout, takePlace } from './programmes/pay.service.ts'
import { programmePage, type ProgrammeContext } from './programmes/programme.service.ts'

export { addPastLink, type PastLink } from './links/past-links.ts'
export { newLinkOf } from './links/new-link.ts'
export { addPastPayments, addProgramme } from './programmes/past-programme.ts'
export { programmesOfAssessment } from './programmes/programmes.repository.ts'
export { purchaseLedger } from './purchase-ledger.ts'

const registerProgrammes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  core: Core,
  context: ProgrammeContext,
): void => {
  const { findProvider } = context
  const receive = createReceive(core, applyContext(core, context))
  const provider = createTestProvider(core)
  const test = {
    findProvider,
    send: (clientId: number) => sendTestMessages(core, { clientId, receive, provider }),
  }
  mount(app, pipeline, programmes.getProgramme, (scope, { params }) =>
    scope.tx((db) => programmePage(context, scope, db, params.programme)),
  )
  mount(app, pipeline, programmes.startCheckout, (scope, { params, body }) =>
    startCheckout(context, scope, params.programme, body),
  )
  mount(app, pipeline, programmes.takePlace, (scope, { params }) =>
    takePlace(context, scope, params.programme),
  )
  mount(app, pipeline, programmes.getTestCheckout, (scope, { params }) =>
    testCheckout(test, scope, params.checkoutId),
  )
  mount(app, pipeline, programmes.payTestCheckout, (scope, { params, body }) =>
    payTestCheckout(test, scope, params.checkoutId, body.outcome),
  )
  registerLinks(app, pipeline, core, { ...context, test })
  registerPaymentMessages(app, pipeline, { core, receive, findProvider })
}

const applyContext = ({ audit }: Pick<Core, 'audit'>, grants: Grants): ApplyContext => ({ audit, grants })

export const moneyFeature = (core: Core, dependencies: MoneyDependencies) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
    mount(app, pipeline, contract.listPayments, (scope, { query }) => payments(scope, query))
    mount(app, pipeline, contract.getRevenue, (scope, { query }) => revenue(scope, query))
    mount(app, pipeline, contract.listDueRefunds, (scope) => dueRefunds(dependencies.openRefunds, scope))
    mount(app, pipeline, contract.getStatement, (scope, { params }) => statement(scope, params.userId))
    mount(app, pipeline, contract.exportPayments, (scope, { query }) => paymentsFile(core, scope, query))
    mount(app, pipeline, contract.exportJournal, (scope, { query }) => journalFile(core, scope, query))
    registerProgrammes(app, pipeline, core, { ...dependencies, findProvider: createFindProvider(core) })
  },
})

/** Background jobs: messages that never came, overdue programmes, and in a demo the messages of the test checkout. */
export const moneyJobs = (core: Core, grants: Grants) => [
  createAskProvidersJob(core, applyContext(core, grants), createFindProvider(core)),
  createOverdueJob(core, grants),
  createDueLinksJob(core, linkMailContext(core)),
  ...(core.config.demo ? [createTestMessagesJob(core, createReceive(core, applyContext(core, grants)))] : []),
]
