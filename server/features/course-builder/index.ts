import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { createWebProbe, internetOf, type WebProbe } from '#server/core/security/web-probe.ts'
import { registerBuilderRoutes } from './builder.routes.ts'
import { importCourse, draftOf } from './builder.service.ts'
import type { ContentActions, StoreFile } from './content-actions.ts'
import { draftRow, teachersOf } from './drafts.repository.ts'
import { placeVideo, type PlacedVideo } from './placement.service.ts'
import type { PreviewDependencies } from './preview.service.ts'
import type { LinkDependencies } from './dead-links.ts'
import * as uploads from './uploads.service.ts'
import type { UploadOwner } from './uploads.service.ts'

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
  const files = { dataDir: core.config.dataDir, storeFile }
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline): void =>
      registerBuilderRoutes(app, pipeline, {
        builder,
        uploads: files,
        links: {
          ...links,
          probe: probe ?? createWebProbe(internetOf(core.config)),
          ownOrigins: core.config.publicUrl === null ? [] : [core.config.publicUrl],
        },
        preview,
      }),
    /** Files of other features, in the same chunks and with the same quota. */
    uploads: {
      begin: (scope: StaffScope, owner: UploadOwner, body: Parameters<typeof uploads.begin>[3]) =>
        uploads.begin(files, scope, owner, body),
      progress: (scope: StaffScope, owner: UploadOwner, uploadId: string) =>
        uploads.progress(files, scope, owner, uploadId),
      append: (
        scope: StaffScope,
        owner: UploadOwner,
        uploadId: string,
        body: Parameters<typeof uploads.append>[4],
      ) => uploads.append(files, scope, owner, uploadId, body),
      finish: (scope: StaffScope, owner: UploadOwner, uploadId: string) =>
        uploads.finish(files, scope, owner, uploadId),
    },
    placeVideo: (scope: StaffScope, placed: PlacedVideo) => placeVideo(builder, scope, placed),
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
