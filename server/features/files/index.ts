import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { fileStore } from './store.ts'
import { registerFileRoutes, type FilesContext } from './files.routes.ts'

export { fileStore, linkIntoStore, storedFileExists, storedFileSize, storeFile } from './store.ts'
export { countUnknownFiles, createFileCountJob, meteredStore } from './metered-store.ts'
export { dropStored, openStored, readStored, storeFresh } from './store-fresh.ts'

/** Stored files of courses and posts. `isCover` comes from the courses feature, `mayRead` from all that show files. */
export const filesFeature = (core: Core, dependencies: Pick<FilesContext, 'isCover' | 'mayRead'>) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void =>
    registerFileRoutes(app, pipeline, { files: fileStore(core.config), ...dependencies }),
})
