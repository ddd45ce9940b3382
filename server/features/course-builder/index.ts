import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { createWebProbe, type WebProbe } from '#server/core/security/web-probe.ts'
import { registerBuilderRoutes } from './builder.routes.ts'
import { importCourse, draftOf } from './builder.service.ts'
import type { ContentActions, StoreFile } from './content-actions.ts'
import { draftRow, teachersOf } from './drafts.repository.ts'
import type { PreviewDependencies } from './preview.service.ts'
import type { LinkDependencies } from './dead-links.ts'

export { isMentioned } from './drafts.repository.ts'
export { createBuilderSweep } from './sweep.job.ts'
export { recogniseMedia } from './uploads.service.ts'

interface Dependencies {
  content: ContentActions
  preview: PreviewDependencies
  storeFile: StoreFile
  links: Pick<LinkDependencies, 'fileExists' | 'isLive'>
  /** Checks links to other hosts; tests pass a fake. */
  probe?: WebProbe | undefined
}

/** Editing courses: drafts, versions, trash, publishing, files. */
export const courseBuilderFeature = (
  core: Core,
  { content, preview, storeFile, links, probe }: Dependencies,
) => {
  const builder = { content, audit: core.audit, changes: core.changes }
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline): void =>
      registerBuilderRoutes(app, pipeline, {
        builder,
        uploads: { dataDir: core.config.dataDir, storeFile },
        links: {
          ...links,
          probe: probe ?? createWebProbe(),
          ownOrigins: core.config.publicUrl === null ? [] : [core.config.publicUrl],
        },
        preview,
      }),
    /** Whole courses, for import and export. */
    whole: {
      create: (scope: StaffScope, course: Parameters<typeof importCourse>[2]) =>
        importCourse(builder, scope, course),
      document: async (scope: StaffScope, courseId: number) =>
        (await draftOf(builder, scope, courseId)).document,
      saved: async (db: TenantDb, clientId: number, courseId: number) =>
        (await draftRow(db, { clientId, courseId }))?.document ?? null,
      teachers: (db: TenantDb, clientId: number) => teachersOf(db, clientId, ''),
    },
  }
}
