import type { FastifyInstance } from 'fastify'
import type { Border } from '#server/core/http/mount.ts'
import { registerImportRoutes } from './import.routes.ts'

/** Questions and courses from files, and back into files. */
export const courseImportFeature = () => ({
  register: (app: FastifyInstance, border: Border): void => registerImportRoutes(app, border),
})
