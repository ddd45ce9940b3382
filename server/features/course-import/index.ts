import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { ImportDependencies } from './dependencies.ts'
import { createExports } from './export.routes.ts'
import { registerImportRoutes } from './import.routes.ts'

export { createPackageSweep } from './sweep.job.ts'

/** Imports and exports questions and courses as files. */
export const courseImportFeature = (core: Core, dependencies: ImportDependencies) => {
  const exports = createExports(core, dependencies)
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      registerImportRoutes(app, pipeline, {
        imports: { dataDir: core.config.dataDir, dependencies },
        addressFor: exports.addressFor,
      })
      exports.register(app, pipeline)
    },
  }
}
