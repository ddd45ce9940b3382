import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { Border } from '#server/core/http/mount.ts'
import { registerBuilderRoutes } from './builder.routes.ts'
import type { ContentDeeds, StoreFile } from './content-deeds.ts'
import type { PreviewDeeds } from './preview.service.ts'
import type { FileExists } from './publish.service.ts'

export { createBuilderSweep } from './sweep.job.ts'

interface Deeds {
  content: ContentDeeds
  preview: PreviewDeeds
  storeFile: StoreFile
  fileExists: FileExists
}

/** Courses as their authors edit them: drafts, versions, trash, publishing, files. */
export const courseBuilderFeature = (core: Core, { content, preview, storeFile, fileExists }: Deeds) => ({
  register: (app: FastifyInstance, border: Border): void =>
    registerBuilderRoutes(app, border, {
      builder: { content, audit: core.audit, changes: core.changes },
      uploads: { dataDir: core.config.dataDir, storeFile },
      fileExists,
      preview,
    }),
})
