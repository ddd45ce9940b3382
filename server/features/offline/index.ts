/** Lists what a device must fetch to keep a course offline, with sizes. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { getCourseOffline, type CourseOffline, type OfflineFile } from '#contract/offline/offline.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import type { MemberScope } from '#server/core/http/scope.ts'

/** Contents of a course, from the courses feature. */
export interface CourseParts {
  readonly courseId: number
  readonly title: string
  readonly topics: readonly { id: number; items: readonly number[]; problems: readonly number[] }[]
  readonly lockedTopics: number
  readonly languages: readonly CourseOffline['languages'][number][]
  readonly files: readonly {
    readonly url: string
    readonly kind: OfflineFile['kind']
    readonly mime: string
    /** Null for the cover, which is public. */
    readonly itemId: number | null
  }[]
  readonly onlineOnly: readonly number[]
  readonly textBytes: number
}

interface Dependencies {
  readonly parts: (scope: MemberScope, courseId: number) => Promise<CourseParts>
  /** Null when no file is stored under the address. */
  readonly sizeOf: (clientId: number, url: string) => Promise<number | null>
}

const REVISION_CHARACTERS = 16

const courseOffline = async (
  dependencies: Dependencies,
  scope: MemberScope,
  courseId: number,
): Promise<CourseOffline> => {
  const parts = await dependencies.parts(scope, courseId)
  const filesWithSize = await Promise.all(
    parts.files.map(async ({ itemId, ...file }) => {
      const bytes = await dependencies.sizeOf(scope.tenant.clientId, file.url)
      if (bytes === null) return []
      const address = itemId === null ? file.url : scope.files.address(file.url, { kind: 'item', id: itemId })
      return [{ ...file, item_id: itemId, bytes, address }]
    }),
  )
  const files = filesWithSize.flat()
  const topics = parts.topics.map(({ id, items, problems }) => ({
    id,
    items: [...items],
    problems: [...problems],
  }))
  const fingerprint = JSON.stringify([topics, files.map(({ url }) => url), parts.textBytes])
  return {
    course_id: parts.courseId,
    title: parts.title,
    revision: createHash('sha256').update(fingerprint).digest('base64url').slice(0, REVISION_CHARACTERS),
    topics,
    locked_topics: parts.lockedTopics,
    languages: [...parts.languages],
    files,
    online_only: [...parts.onlineOnly],
    text_bytes: parts.textBytes,
  }
}

/** `parts` comes from the courses feature, `sizeOf` from the files feature. */
export const offlineFeature = (dependencies: Dependencies) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void =>
    mount(app, pipeline, getCourseOffline, (scope, { params }) =>
      courseOffline(dependencies, scope, params.courseId),
    ),
})
