/** Every part of the outbox: what happens to its rows at sign-out, and the lazy source that lists and sends them. */
import type { OutboxPart } from '#src/core/offline/outbox.ts'

const assessments = () => import('#src/features/assessments/outbox.ts')
const community = () => import('#src/features/community/outbox.ts')
const learning = () => import('#src/features/courses/learning/outbox.ts')

export const outbox: readonly OutboxPart[] = [
  // A running attempt is not joined with an older record of it: that one waits, encrypted, until the attempt is over.
  {
    name: 'attempts',
    feature: 'assessment',
    load: async () => (await assessments()).attemptOutbox,
    sendsAtStart: true,
    ifPresent: 'wait',
  },
  {
    name: 'progress',
    feature: 'course',
    load: async () => (await learning()).progressOutbox,
    sendsAtStart: true,
  },
  {
    name: 'forum',
    feature: 'community_forum',
    load: async () => (await community()).forumOutbox,
    sendsAtStart: true,
  },
  { name: 'study-time', load: async () => (await import('#src/core/activity/outbox.ts')).studyTimeOutbox },
  // Nobody but their author may read them: the next person may be another author of the same course.
  { name: 'course-changes', feature: 'admin_course_builder', withoutKey: 'delete' },

  { name: 'forum-drafts', feature: 'community_forum', load: async () => (await community()).forumDrafts },
  { name: 'answers', feature: 'course', load: async () => (await learning()).answerDrafts },
  {
    name: 'reviews',
    feature: 'course',
    load: async () => (await import('#src/features/courses/outbox.ts')).reviewOutbox,
  },
  {
    name: 'assessments',
    feature: 'admin_assessment_result',
    load: async () => (await import('#src/features/assessments/admin/outbox.ts')).assessmentOutbox,
  },
  {
    name: 'questions',
    feature: 'admin_assessment_result',
    load: async () => (await import('#src/features/question-bank/outbox.ts')).questionOutbox,
  },
  { name: 'damaged', load: async () => (await import('./encrypted-outbox.ts')).damagedOutbox },
]
