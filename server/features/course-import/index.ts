import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { Border } from '#server/core/http/pipeline.ts'
import type { ImportDeeds } from './dependencies.ts'
import { createExports } from './export.routes.ts'
import { registerImportRoutes } from './import.routes.ts'

export { createPackageSweep } from './sweep.job.ts'

/** Questions and courses from files, and back into files. */
export const courseImportFeature = (core: Core, deeds: ImportDeeds) => {
  const exports = createExports(core, deeds)
  return {
    register: (app: FastifyInstance, border: Border): void => {
      registerImportRoutes(app, border, {
        imports: { dataDir: core.config.dataDir, deeds },
        addressFor: exports.addressFor,
      })
      exports.register(app, border)
    },
  }
}
