const ID = /^[1-9]\d{0,9}$/
const LARGEST = 2_147_483_647

/** A thread's id of an address: numeric and above zero (spec §2 "Community"), else null. */
export const idFrom = (text: string | undefined): number | null =>
  text !== undefined && ID.test(text) && Number(text) <= LARGEST ? Number(text) : null

/** `#comment-12` names a comment. */
export const commentAnchor = (id: number): string => `comment-${id}`
export const commentIdFrom = (hash: string): number | null => idFrom(/^#comment-(\d+)$/.exec(hash)?.[1])

/** Where a new thread is kept while it is being written. */
export const NEW_THREAD_DRAFT = 'thread-new'
/** Where a question about a lesson is kept while it is being written. */
export const lessonDraft = (topicId: number): string => `thread-lesson-${topicId}`
