import type { FastifyInstance } from 'fastify'
import * as resultsContract from '#contract/grading/scorm-results.ts'
import * as contract from '#contract/scorm/scorm.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type Border } from '#server/core/http/pipeline.ts'
import { open, preview, save, type ScormContext } from './attempts.service.ts'
import { registerFileRoutes } from './files.routes.ts'
import { createReader, type PackageStore } from './package-reader.ts'
import * as results from './results.service.ts'
import { createTickets } from './tickets.ts'

export { addPastAttempt } from './attempts.repository.ts'
export { packageSources } from './origin.ts'

type Deeds = Pick<ScormContext, 'items' | 'document' | 'fileExists'> & { store: PackageStore }

/** SCORM packages as items: their files, what learners do in them, and what it counts for. */
export const scormFeature = (core: Core, { store, ...deeds }: Deeds) => {
  const { packagesUrl } = core.config
  const tickets = createTickets(core.secret('scorm-files'))
  const context: ScormContext = { ...deeds, tickets, packagesUrl }
  return {
    register: (app: FastifyInstance, border: Border): void => {
      mount(app, border, contract.openScorm, (scope, { params, body }) =>
        open(context, scope, params.itemId, body),
      )
      mount(app, border, contract.saveScorm, (scope, { params, body }) =>
        save(context, scope, { itemId: params.itemId, attempt: params.attemptId }, body),
      )
      mount(app, border, contract.previewScorm, (scope, { params }) => preview(context, scope, params))
      mount(app, border, resultsContract.listScormLessons, (scope, { query }) =>
        results.lessons(scope, query),
      )
      mount(app, border, resultsContract.listScormResults, (scope, { params, query }) =>
        results.results(scope, params.itemId, query),
      )
      mount(app, border, resultsContract.exportScormResults, (scope, { params, query }) =>
        results.exportAll(core, scope, params.itemId, query),
      )
      registerFileRoutes(app, border, { tickets, packagesUrl, packageAt: createReader(store) })
    },
  }
}
