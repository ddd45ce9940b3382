import { parseId } from '#src/shared/lib/parse-id.ts'

/** `#comment-12` names a comment. */
export const commentAnchor = (id: number): string => `comment-${id}`
export const commentIdFrom = (hash: string): number | null => parseId(/^#comment-(\d+)$/.exec(hash)?.[1])

/** Where a new thread is kept while it is being written. */
export const NEW_THREAD_DRAFT = 'thread-new'
/** Where a question about a lesson is kept while it is being written. */
export const lessonDraft = (topicId: number): string => `thread-lesson-${topicId}`
