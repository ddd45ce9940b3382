import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { ImportDependencies } from './dependencies.ts'
import { createExports } from './export.routes.ts'
import { registerImportRoutes } from './import.routes.ts'

export { createPackageSweep } from './sweep.job.ts'

/** Questions and courses from files, and back into files. */
export const courseImportFeature = (core: Core, actions: ImportDependencies) => {
  const exports = createExports(core, actions)
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      registerImportRoutes(app, pipeline, {
        imports: { dataDir: core.config.dataDir, actions },
        addressFor: exports.addressFor,
      })
      exports.register(app, pipeline)
    },
  }
}
