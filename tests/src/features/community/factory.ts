/** Factories for threads and comments; tests set the values that matter. */
import type { ResponseOf } from '#contract/endpoint.ts'
import type { listComments, listThreads } from '#contract/community/community.ts'

export type Thread = ResponseOf<typeof listThreads>['results'][number]
export type Comment = ResponseOf<typeof listComments>['results'][number]
export type Reply = Comment['replies'][number]

/** `aSignedIn` signs in Asha Rao, asha. */
export const asha = { user_name: 'asha', name: 'Asha Rao', profile_pic_url: null }
export const omar = { user_name: 'omar', name: 'Omar Said', profile_pic_url: null }

export const aThread = (overrides: Partial<Thread> = {}): Thread => ({
  id: 5,
  title: 'How do I join two tables?',
  body: '<p>I have two tables.</p>',
  tags: ['sql'],
  author: omar,
  created_at: '2026-11-20T10:00:00Z',
  upvotes: 3,
  downvotes: 1,
  bookmarks_count: 2,
  comments_count: 0,
  edited_at: null,
  my_vote: null,
  bookmarked: false,
  following: false,
  can_edit: false,
  accepted_comment_id: null,
  participants: [omar],
  participants_count: 1,
  mentions: [],
  lesson: null,
  ...overrides,
})

export const aReply = (overrides: Partial<Reply> = {}): Reply => ({
  id: 21,
  body: '<p>A reply.</p>',
  parent: 11,
  author: omar,
  created_at: '2026-11-20T11:00:00Z',
  upvotes: 0,
  downvotes: 0,
  edited_at: null,
  my_vote: null,
  can_edit: false,
  accepted: false,
  deleted: false,
  mentions: [],
  replies: [],
  ...overrides,
})

export const aComment = (overrides: Partial<Comment> = {}): Comment => ({
  ...aReply({ id: 11, body: '<p>Use a join.</p>', parent: null }),
  ...overrides,
  replies: overrides.replies ?? [],
})

export const aList = <T>(results: T[], count = results.length) => ({
  count,
  next: null,
  previous: null,
  results,
})

export const someTags = [
  { id: 1, name: 'sql' },
  { id: 2, name: 'python' },
]
