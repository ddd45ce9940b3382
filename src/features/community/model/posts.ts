/** The forum's types and numbers. */
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

/** At most 8 participants are collected; 4 avatars are shown, then +N (spec 9: Community). */
export const PARTICIPANTS_SHOWN = 4
/** Suggestions of the tag picker (spec 5: Tag picker). */
export const TAG_SUGGESTIONS = 20
/** Questions per page below a lesson; few, because the lesson comes first. */
export const QUESTIONS_PER_PAGE = 5
