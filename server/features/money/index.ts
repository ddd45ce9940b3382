/** The ledger, what admins read of it, and programmes that people pay. Other features post by what this file exports. */
import './money.tables.ts'
import './coupons/coupons.tables.ts'
import './documents/documents.tables.ts'
import './links/links.tables.ts'
import './programmes/programmes.tables.ts'
import './providers/providers.tables.ts'
import type { FastifyInstance } from 'fastify'
import * as adminProgrammes from '#contract/money/admin-programmes.ts'
import * as comparisonCalls from '#contract/money/comparison.ts'
import * as coursePayments from '#contract/money/course-payments.ts'
import * as couponCalls from '#contract/money/coupons.ts'
import * as courseCouponCalls from '#contract/money/course-coupons.ts'
import * as dueCalls from '#contract/money/dues.ts'
import * as documents from '#contract/money/documents.ts'
import * as contract from '#contract/money/payments.ts'
import { listPricedCourses } from '#contract/money/priced-courses.ts'
import * as programmes from '#contract/money/programmes.ts'
import * as providerCalls from '#contract/money/providers.ts'
import * as refundCalls from '#contract/money/refunds.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import type { ApplyContext } from './checkout/apply-message.ts'
import { createAskProvidersJob } from './checkout/ask-providers.job.ts'
import { registerPaymentMessages } from './checkout/message.routes.ts'
import { createFindCaller, createFindProvider, type FindCaller } from './checkout/providers.ts'
import { createReceive } from './checkout/receive.ts'
import { payTestCheckout, testCheckout } from './checkout/test-checkout.service.ts'
import { createTestMessagesJob, sendTestMessages } from './checkout/test-messages.ts'
import { createTestProvider } from './checkout/test-provider.ts'
import { createComparisonJob } from './comparison/comparison.job.ts'
import {
  compareNow,
  comparison,
  repairFinding,
  type ComparisonContext,
} from './comparison/comparison.service.ts'
import {
  couponUses,
  coupons,
  couponsFile,
  createCoupons,
  setCouponActive,
} from './coupons/coupons.service.ts'
import { applyCoupon, removeCoupon } from './coupons/own-coupon.service.ts'
import { applyCourseCoupon, removeCourseCoupon, takeCoursePlace } from './courses/course-coupon.service.ts'
import { coursePaymentPage, startCoursePayment } from './courses/course-pay.service.ts'
import { pricedCourses } from './courses/priced-courses.ts'
import type { Grants, MoneyDependencies } from './dependencies.ts'
import { document, ownPayments, saveBuyer, saveSeller, seller } from './documents/documents.service.ts'
import { taxFile } from './documents/tax-file.ts'
import { dueParts, dues } from './due/dues.service.ts'
import { journalFile, paymentsFile } from './exports.service.ts'
import { dueRefunds, payments, revenue, statement } from './payments.service.ts'
import * as editing from './programmes/admin.service.ts'
import { programmeOrders } from './programmes/orders.service.ts'
import { createOverdueJob } from './programmes/overdue.job.ts'
import { createRemindersJob } from './programmes/reminders.job.ts'
import { createDueLinksJob } from './links/due.job.ts'
import { linkMailContext, registerLinks } from './links/links.routes.ts'
import { startCheckout, takePlace } from './programmes/pay.service.ts'
import { programmePage, type ProgrammeContext } from './programmes/programme.service.ts'
import type { ProviderHosts } from './providers/sdk.ts'
import { registerReferrals } from './referrals/referrals.routes.ts'
import { createRewardJob } from './referrals/reward.job.ts'
import * as settings from './providers/settings.service.ts'
import { refundCheckout } from './refunds/refunds.service.ts'
import { askProgrammeRefund, settleProgrammeRefund } from './refunds/requests.service.ts'

export { addPastLink, type PastLink } from './links/past-links.ts'
export { newLinkOf } from './links/new-link.ts'
export { addCoupon, addPastPayments, addProgramme } from './programmes/past-programme.ts'
export { putSeller } from './documents/documents.service.ts'
export { programmesOfAssessment } from './programmes/programmes.repository.ts'
export { providerKeyColumns } from './providers/keys.repository.ts'
export { addPastReferrals, givePastRewards, setDemoReward } from './referrals/past-referrals.ts'
export { referralSignUps } from './referrals/sign-ups.ts'
export { loadProviderPackages, type ProviderHosts } from './providers/sdk.ts'
export { purchaseLedger } from './purchase-ledger.ts'

const registerProgrammes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  core: Core,
  context: ProgrammeContext,
  findCaller: FindCaller,
): void => {
  const { findProvider } = context
  const receive = createReceive(core, applyContext(core, context))
  const provider = createTestProvider(core)
  const test = {
    findProvider,
    send: (clientId: number) => sendTestMessages(core, { clientId, receive, provider }),
  }
  mount(app, pipeline, programmes.getProgramme, (scope, { params }) =>
    programmePage(context, scope, params.programme),
  )
  mount(app, pipeline, adminProgrammes.listProgrammes, (scope) => editing.programmes(scope))
  mount(app, pipeline, adminProgrammes.listProgrammeOrders, (scope, { query }) =>
    programmeOrders(scope, query),
  )
  mount(app, pipeline, adminProgrammes.saveProgramme, (scope, { params, body }) =>
    editing.saveProgramme(core, scope, params.programme, body),
  )
  mount(app, pipeline, adminProgrammes.publishProgramme, (scope, { params, body }) =>
    editing.publishProgramme(core, scope, params.programme, body),
  )
  mount(app, pipeline, programmes.startCheckout, (scope, { params, body }) =>
    startCheckout(context, scope, params.programme, body),
  )
  mount(app, pipeline, programmes.takePlace, (scope, { params }) =>
    takePlace(context, scope, params.programme),
  )
  mount(app, pipeline, coursePayments.getCoursePayment, (scope, { params }) =>
    scope.tx((db) => coursePaymentPage(context, scope, db, params.courseId)),
  )
  mount(app, pipeline, coursePayments.takeCoursePlace, (scope, { params }) =>
    takeCoursePlace(context, scope, params.courseId),
  )
  mount(app, pipeline, coursePayments.startCoursePayment, (scope, { params, body }) =>
    startCoursePayment(context, scope, params.courseId, body),
  )
  mount(app, pipeline, programmes.getTestCheckout, (scope, { params }) =>
    testCheckout(test, scope, params.checkoutId),
  )
  mount(app, pipeline, programmes.payTestCheckout, (scope, { params, body }) =>
    payTestCheckout(test, scope, params.checkoutId, body.outcome),
  )
  const refunds = { core, apply: applyContext(core, context), ...test }
  mount(app, pipeline, refundCalls.refundCheckout, (scope, { params, body }) =>
    refundCheckout(refunds, scope, params.checkoutId, body),
  )
  mount(app, pipeline, programmes.askProgrammeRefund, (scope, { params, body }) =>
    askProgrammeRefund(context, scope, params.programme, body),
  )
  mount(app, pipeline, refundCalls.settleProgrammeRefund, (scope, { params, body }) =>
    settleProgrammeRefund(refunds, scope, params.orderId, body),
  )
  registerLinks(app, pipeline, core, { ...context, test })
  registerPaymentMessages(app, pipeline, { core, receive, findCaller })
}

const registerProviders = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: settings.SettingsContext,
): void => {
  mount(app, pipeline, providerCalls.listPaymentProviders, (scope) => settings.providers(context, scope))
  mount(app, pipeline, providerCalls.choosePaymentProvider, (scope, { body }) =>
    settings.choose(context, scope, body.provider),
  )
  mount(app, pipeline, providerCalls.savePaymentProvider, (scope, { params, body }) =>
    settings.save(context, scope, params.paymentProvider, body),
  )
  mount(app, pipeline, providerCalls.removePaymentProvider, (scope, { params }) =>
    settings.remove(context, scope, params.paymentProvider),
  )
  mount(app, pipeline, providerCalls.testPaymentProvider, (scope, { params }) =>
    settings.test(context, scope, params.paymentProvider),
  )
}

const registerCoupons = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  core: Core,
  context: ProgrammeContext,
): void => {
  mount(app, pipeline, listPricedCourses, (scope) => pricedCourses(scope))
  mount(app, pipeline, couponCalls.listCoupons, (scope, { query }) => coupons(scope, query))
  mount(app, pipeline, couponCalls.createCoupons, (scope, { body }) => createCoupons(core, scope, body))
  mount(app, pipeline, couponCalls.setCouponActive, (scope, { params, body }) =>
    setCouponActive(core, scope, params.couponId, body.is_active),
  )
  mount(app, pipeline, couponCalls.listCouponUses, (scope, { params }) => couponUses(scope, params.couponId))
  mount(app, pipeline, couponCalls.exportCoupons, (scope, { query }) => couponsFile(core, scope, query))
  mount(app, pipeline, couponCalls.applyCoupon, (scope, { params, body }) =>
    applyCoupon(context, scope, params.programme, body),
  )
  mount(app, pipeline, couponCalls.removeCoupon, (scope, { params }) =>
    removeCoupon(context, scope, params.programme),
  )
  mount(app, pipeline, courseCouponCalls.applyCourseCoupon, (scope, { params, body }) =>
    applyCourseCoupon(context, scope, params.courseId, body),
  )
  mount(app, pipeline, courseCouponCalls.removeCourseCoupon, (scope, { params }) =>
    removeCourseCoupon(context, scope, params.courseId),
  )
}

const registerDocuments = (app: FastifyInstance, pipeline: RequestPipeline, core: Core): void => {
  mount(app, pipeline, documents.listOwnPayments, (scope) => ownPayments(scope))
  mount(app, pipeline, documents.saveBuyer, (scope, { body }) => saveBuyer(scope, body))
  mount(app, pipeline, documents.getDocument, (scope, { params }) => document(scope, params.documentId))
  mount(app, pipeline, documents.exportTaxDocuments, (scope, { query }) => taxFile(core, scope, query))
  mount(app, pipeline, documents.getSeller, (scope) => seller(scope))
  mount(app, pipeline, documents.saveSeller, (scope, { body }) => saveSeller(core, scope, body))
}

const registerComparison = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: ComparisonContext,
): void => {
  mount(app, pipeline, comparisonCalls.getComparison, (scope) => comparison(context, scope))
  mount(app, pipeline, comparisonCalls.compareNow, (scope) => compareNow(context, scope))
  mount(app, pipeline, comparisonCalls.repairFinding, (scope, { params }) =>
    repairFinding(context, scope, params.findingId),
  )
}

const applyContext = ({ audit }: Pick<Core, 'audit'>, grants: Grants): ApplyContext => ({ audit, grants })

export const moneyFeature = (core: Core, dependencies: MoneyDependencies, hosts: ProviderHosts = {}) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
    mount(app, pipeline, contract.listPayments, (scope, { query }) => payments(scope, query))
    mount(app, pipeline, contract.getRevenue, (scope, { query }) => revenue(scope, query))
    mount(app, pipeline, contract.listDueRefunds, (scope) => dueRefunds(dependencies.openRefunds, scope))
    mount(app, pipeline, dueCalls.getDues, (scope) => dues(scope))
    mount(app, pipeline, dueCalls.listDues, (scope, { query }) => dueParts(scope, query))
    mount(app, pipeline, contract.getStatement, (scope, { params }) => statement(scope, params.userId))
    mount(app, pipeline, contract.exportPayments, (scope, { query }) => paymentsFile(core, scope, query))
    mount(app, pipeline, contract.exportJournal, (scope, { query }) => journalFile(core, scope, query))
    registerDocuments(app, pipeline, core)
    const findProvider = createFindProvider(core, hosts)
    const context = { ...dependencies, findProvider, isDemo: core.config.demo }
    registerProgrammes(app, pipeline, core, context, createFindCaller(core, findProvider, hosts))
    registerCoupons(app, pipeline, core, context)
    registerReferrals(app, pipeline, core)
    registerProviders(app, pipeline, { core, hosts, findProvider })
    registerComparison(app, pipeline, { core, findProvider, apply: applyContext(core, dependencies) })
  },
})

/** Background jobs: messages that never came, overdue programmes, reminders, and in a demo the messages of the test checkout. */
export const moneyJobs = (core: Core, grants: Grants, hosts: ProviderHosts = {}) => [
  createAskProvidersJob(core, applyContext(core, grants), createFindProvider(core, hosts)),
  createOverdueJob(core, grants),
  createDueLinksJob(core, linkMailContext(core)),
  createRewardJob({ ...core, notify: grants.notify }),
  createComparisonJob(core, createFindProvider(core, hosts)),
  ...(core.config.demo ? [createTestMessagesJob(core, createReceive(core, applyContext(core, grants)))] : []),
  createRemindersJob(core, { ...linkMailContext(core), notify: grants.notify }),
]
