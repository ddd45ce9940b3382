/** Types and numbers of the forum, as the app speaks of them. */
import type { ResponseOf } from '#contract/endpoint.ts'
import type { listComments, listTags, listThreads } from '#contract/community/community.ts'

export {
  COMMENTS_PER_PAGE,
  PARTICIPANTS_MAX as PARTICIPANTS_COLLECTED,
  THREADS_PER_PAGE,
} from '#contract/community/community.ts'

export type Thread = ResponseOf<typeof listThreads>['results'][number]
export type Comment = ResponseOf<typeof listComments>['results'][number]
export type Reply = Comment['replies'][number]
export type Author = Thread['author']
export type Mention = Thread['mentions'][number]
export type Lesson = NonNullable<Thread['lesson']>
export type Tag = ResponseOf<typeof listTags>[number]
export type Vote = 'upvote' | 'downvote'

/** Spec §9 "Community": at most 8 collected, 4 avatars shown, then +N. */
export const PARTICIPANTS_SHOWN = 4
/** Spec §5 "Tag picker". */
export const TAG_SUGGESTIONS = 20
/** Questions of a lesson shown at a time: they stand below the lesson, which comes first. */
export const QUESTIONS_PER_PAGE = 5
