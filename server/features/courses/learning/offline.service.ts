/** Lists what a device must fetch to keep a course offline; the files feature knows the sizes. */
import type { CodeKind } from '#contract/problems/problems.ts'
import { isCodeKind } from '#contract/problems/problems.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { lockedContent, mayOpen } from '../courses.policy.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { learnerOf, requireOpenSection, itemStatusesOf, visibleCourse } from '../learning.ts'
import { activeEnrolment } from './progress.repository.ts'
import { topicsOf, type TopicNode } from '../progress.ts'
import { AppError } from '#server/core/http/errors.ts'

export interface CourseFile {
  readonly url: string
  readonly kind: 'picture' | 'film' | 'captions'
  readonly mime: string
  readonly itemId: number | null
}

/** The contents of a course that this person may keep offline. */
export interface CourseParts {
  readonly courseId: number
  readonly title: string
  readonly topics: readonly { id: number; items: readonly number[]; problems: readonly number[] }[]
  readonly lockedTopics: number
  readonly languages: readonly CodeKind[]
  readonly files: readonly CourseFile[]
  readonly onlineOnly: readonly number[]
  readonly textBytes: number
}

/** Streamed videos cannot be kept as one file. */
const STREAMS = new Set(['application/vnd.apple.mpegurl', 'application/x-mpegurl', 'application/dash+xml'])
/** Estimated size of a question with its options, or of a problem with its examples. */
const ITEM_BYTES = 4_000

export const courseParts =
  ({ caches }: CoursesContext) =>
  (scope: MemberScope, courseId: number): Promise<CourseParts> =>
    scope.tx(async (db) => {
      const { row, outline } = await visibleCourse(caches, db, scope, courseId)
      const learner = learnerOf(scope)
      const enrolment = await activeEnrolment(db, learner, courseId)
      if (!mayOpen({ role: scope.actor.role, enrolled: enrolment !== undefined, freePreview: false }))
        throw lockedContent(row.price)
      const statuses = await itemStatusesOf(db, learner, courseId)
      const topics = topicsOf(outline)
      const openTopics = enrolment
        ? topics.filter((topic) =>
            isOpen(() =>
              requireOpenSection(scope, outline, topic.id, { enrolledAt: enrolment.enrolledAt, statuses }),
            ),
          )
        : topics
      const items = await contentOf(db, learner.clientId, openTopics)
      return {
        courseId,
        title: row.title,
        topics: openTopics.map((topic) => ({
          id: topic.id,
          items: topic.items.map((item) => item.id),
          problems: topic.items.filter((item) => item.type === 'problems').map((item) => item.id),
        })),
        lockedTopics: topics.length - openTopics.length,
        languages: languagesOf(items),
        files: filesOf(items, row.cover),
        onlineOnly: items
          .filter((item) => item.type === 'scorm' || (item.sources?.length && videosOf(item).length === 0))
          .map(({ id }) => id),
        textBytes: items.reduce((sum, item) => sum + (item.html?.length ?? 0) + ITEM_BYTES, 0),
      }
    })

const isOpen = (check: () => void): boolean => {
  try {
    check()
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

const contentOf = (db: TenantDb, clientId: number, topics: readonly TopicNode[]) => {
  const ids = topics.flatMap((topic) => topic.items.map((item) => item.id))
  return db
    .selectFrom('course_item as i')
    .leftJoin('item_article as a', (join) =>
      join.onRef('a.client_id', '=', 'i.client_id').onRef('a.item_id', '=', 'i.id'),
    )
    .leftJoin('item_video as v', (join) =>
      join.onRef('v.client_id', '=', 'i.client_id').onRef('v.item_id', '=', 'i.id'),
    )
    .leftJoin('item_problem as m', (join) =>
      join.onRef('m.client_id', '=', 'i.client_id').onRef('m.item_id', '=', 'i.id'),
    )
    .select(['i.id', 'i.type', 'a.html', 'v.sources', 'v.poster_url', 'v.captions', 'm.kind'])
    .where('i.client_id', '=', clientId)
    .where('i.id', 'in', ids.length > 0 ? ids : [0])
    .orderBy('i.id')
    .execute()
}
type Content = Awaited<ReturnType<typeof contentOf>>[number]

const languagesOf = (items: readonly Content[]): CodeKind[] => [
  ...new Set(items.flatMap(({ kind }) => (kind && isCodeKind(kind) ? [kind] : []))),
]
const videosOf = ({ id, sources }: Content): CourseFile[] =>
  (sources ?? [])
    .filter(({ mime, url }) => !STREAMS.has(mime.toLowerCase()) && url.startsWith('/files/'))
    .map(({ url, mime }) => ({ url, mime, kind: 'film' as const, itemId: id }))

const picture = (url: string, itemId: number | null): CourseFile => ({
  url,
  itemId,
  kind: 'picture',
  mime: 'image/*',
})

/** Addresses of stored pictures in a text. */
const picturesIn = (html: string): string[] =>
  [...html.matchAll(/\bsrc="(\/files\/\d+\/[\w.-]+)"/g)].map((match) => match[1] ?? '')

const filesOf = (items: readonly Content[], cover: string | null): CourseFile[] => {
  const files = items.flatMap((item) => [
    ...picturesIn(item.html ?? '').map((url) => picture(url, item.id)),
    ...(item.poster_url ? [picture(item.poster_url, item.id)] : []),
    ...videosOf(item),
    ...(item.captions ?? []).map(({ url }) => ({
      url,
      kind: 'captions' as const,
      mime: 'text/vtt',
      itemId: item.id,
    })),
  ])
  const topics = cover?.startsWith('/files/') ? [picture(cover, null), ...files] : files
  return [...new Map(topics.map((file) => [file.url, file])).values()]
}
