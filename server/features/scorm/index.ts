import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/scorm/scorm.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { open, preview, save, type ScormContext } from './attempts.service.ts'
import { registerFileRoutes } from './files.routes.ts'
import { createReader, type PackageStore } from './package-reader.ts'
import { createTickets } from './tickets.ts'

export { addPastAttempt } from './attempts.repository.ts'
export { packageSources } from './origin.ts'
export { scormResults } from './results.ts'

type Actions = Pick<ScormContext, 'items' | 'document' | 'fileExists'> & { store: PackageStore }

/** SCORM packages as items: their files, learners' attempts and what those count for. */
export const scormFeature = (core: Core, { store, ...actions }: Actions) => {
  const { packagesUrl } = core.config
  const tickets = createTickets(core.secret('scorm-files'))
  const context: ScormContext = { ...actions, tickets, packagesUrl }
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      mount(app, pipeline, contract.openScorm, (scope, { params, body }) =>
        open(context, scope, params.itemId, body),
      )
      mount(app, pipeline, contract.saveScorm, (scope, { params, body }) =>
        save(context, scope, { itemId: params.itemId, attempt: params.attemptId }, body),
      )
      mount(app, pipeline, contract.previewScorm, (scope, { params }) => preview(context, scope, params))
      registerFileRoutes(app, pipeline, { tickets, packagesUrl, packageAt: createReader(store) })
    },
  }
}
