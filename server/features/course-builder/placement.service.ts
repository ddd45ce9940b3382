/** A video from elsewhere in the product becomes a lesson of a course: the recording of a live class. */
import { randomUUID } from 'node:crypto'
import { courseDocument, TITLE_MAX, type VideoContent } from '#contract/course-builder/draft.ts'
import { applyOperation } from '#contract/course-builder/draft-operations.ts'
import { cut } from '#contract/text/truncate.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { openDraft, saveDocument, statusOf, type BuilderContext } from './builder.service.ts'
import { growsTooLarge } from './document-checks.ts'
import type { DraftRow } from './drafts.repository.ts'
import { isPublishable, publishSaved } from './publish.service.ts'

export interface PlacedVideo {
  courseId: number
  /** As learners have it. */
  sectionId: number
  title: string
  video: VideoContent
}
/** published: learners have it. drafted: it waits with other changes of the draft. there: nothing to do. */
export type PlacementOutcome = 'published' | 'drafted' | 'there'

const isThere = ({ document }: DraftRow, { sources }: VideoContent): boolean => {
  const urls = new Set(sources.map(({ url }) => url))
  return document.sections.some(({ topics }) =>
    topics.some(({ items }) =>
      items.some(
        ({ content }) => content.type === 'video' && content.sources.some(({ url }) => urls.has(url)),
      ),
    ),
  )
}

const withVideo = (draft: DraftRow, { sectionId, title, video }: PlacedVideo) => {
  const section = draft.document.sections.find(({ key }) => draft.live_ids[key] === sectionId)
  if (!section) throw new AppError('conflict', 'This section is no longer in the course.')
  const name = { title: cut(title, TITLE_MAX), titles: {} }
  const minutes = Math.ceil(video.duration_seconds / 60)
  const item = { key: randomUUID(), ...name, minutes, content: video }
  const document = applyOperation(draft.document, {
    op: 'add_topic',
    parent: section.key,
    index: section.topics.length,
    node: { key: randomUUID(), ...name, free_preview: false, items: [item] },
  })
  if (!courseDocument.safeParse(document).success || growsTooLarge(document, draft.document))
    throw new AppError('invalid_fields', 'The course exceeds the maximum size of a course.')
  return document
}

/** A course without other changes is published at once; otherwise its author decides when. */
export const placeVideo = (
  context: BuilderContext,
  scope: StaffScope,
  placed: PlacedVideo,
): Promise<PlacementOutcome> =>
  scope.tx(async (db) => {
    const { courseId } = placed
    const draft = await openDraft(context, db, scope, courseId)
    if (isThere(draft, placed.video)) return 'there'
    const document = withVideo(draft, placed)
    const key = { clientId: scope.tenant.clientId, courseId }
    await saveDocument(db, key, scope, { document, revision: draft.revision + 1, batch: null })
    if (statusOf(draft) !== 'published' || !isPublishable({ ...draft, document })) return 'drafted'
    await publishSaved(context, db, scope, courseId)
    return 'published'
  })
