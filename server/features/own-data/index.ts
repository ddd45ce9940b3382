import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/own-data/own-data.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { createDownloads } from './download.routes.ts'
import type { OpenStored } from './export-file.ts'
import { createOwnDataService } from './own-data.service.ts'

export { peopleWithRows } from './own-data.repository.ts'
export { createOwnDataJob } from './own-data.job.ts'

/** A copy of one's own data, and the deletion of one's account. */
export const ownDataFeature = (core: Core, { open }: { open: OpenStored }) => {
  const service = createOwnDataService(core)
  const downloads = createDownloads(core, open)
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      mount(app, pipeline, contract.getOwnData, (scope) => service.status(scope))
      mount(app, pipeline, contract.requestExport, (scope) => service.requestExport(scope))
      mount(app, pipeline, contract.exportAddress, async (scope) =>
        downloads.addressFor(scope.tenant.clientId, await service.finishedExport(scope)),
      )
      mount(app, pipeline, contract.requestDeletion, (scope) => service.requestDeletion(scope))
      mount(app, pipeline, contract.cancelDeletion, (scope) => service.cancelDeletion(scope))
      downloads.register(app, pipeline)
    },
  }
}
