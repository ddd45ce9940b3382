import { parseId } from '#src/shared/lib/parse-id.ts'

/** `#comment-12` identifies a comment. */
export const commentAnchor = (id: number): string => `comment-${id}`
export const commentIdFrom = (hash: string): number | null => parseId(/^#comment-(\d+)$/.exec(hash)?.[1])

/** The draft name of a new thread. */
export const NEW_THREAD_DRAFT = 'thread-new'
/** The draft name of a question about a lesson. */
export const lessonDraft = (topicId: number): string => `thread-lesson-${topicId}`
