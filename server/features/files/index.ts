import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { fileStore } from './store.ts'
import { registerFileRoutes } from './files.routes.ts'

export { fileStore, linkIntoStore, storedFileExists, storedFileSize, storeFile } from './store.ts'
export { dropStored, openStored, storeFresh } from './store-fresh.ts'

export const filesFeature = (core: Core) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void =>
    registerFileRoutes(app, pipeline, fileStore(core.config)),
})
