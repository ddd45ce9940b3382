/** The ledger and what admins read of it. Other features post by what this file exports. */
import './money.tables.ts'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/money/payments.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { journalFile, paymentsFile } from './exports.service.ts'
import { dueRefunds, payments, revenue, statement, type OpenRefunds } from './payments.service.ts'

export { purchaseLedger } from './purchase-ledger.ts'

export const moneyFeature = (core: Core, { openRefunds }: { openRefunds: OpenRefunds }) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
    mount(app, pipeline, contract.listPayments, (scope, { query }) => payments(scope, query))
    mount(app, pipeline, contract.getRevenue, (scope, { query }) => revenue(scope, query))
    mount(app, pipeline, contract.listDueRefunds, (scope) => dueRefunds(openRefunds, scope))
    mount(app, pipeline, contract.getStatement, (scope, { params }) => statement(scope, params.userId))
    mount(app, pipeline, contract.exportPayments, (scope, { query }) => paymentsFile(core, scope, query))
    mount(app, pipeline, contract.exportJournal, (scope, { query }) => journalFile(core, scope, query))
  },
})
