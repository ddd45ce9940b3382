import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import {
  addComment,
  addThread,
  castVote,
  setAccepted,
  setBookmark,
  setFollowing,
  notifyOfAnswer,
  notifyOfComment,
} from '#server/features/community/index.ts'
import type { DemoThread } from '../community-kit.ts'
import { kitewingThreads } from '../community-kitewing.ts'
import { ufuqThreads } from '../community-ufuq.ts'
import type { ContentTenant } from './seed-courses.ts'
import type { PastEvent } from './seed-notifications.ts'

const threadsByClient: ReadonlyMap<number, readonly DemoThread[]> = new Map([
  [7, kitewingThreads],
  [8, ufuqThreads],
])
const DAY_MS = 86_400_000
/** Time between two posts of one conversation. */
const PAUSE_MS = 47 * 60_000

/** Staff follow the threads of the last days. */
const FOLLOWED_DAYS = 10

/** Adds the demo conversations of a tenant, with votes and bookmarks. Returns the events to notify people of. */
export const seedCommunity = async (
  core: Core,
  db: TenantDb,
  { clientId, people }: ContentTenant,
): Promise<PastEvent[]> => {
  const events: PastEvent[] = []
  const idOf = (username: string): number => {
    const found = people.find((person) => person.username === username)
    if (!found) throw new Error(`tenant ${clientId} has no user ${username}`)
    return found.id
  }
  const voters = people.filter((person) => person.role === 'student').map((person) => person.id)
  const vote = async (subject: 'thread' | 'comment', id: number, up = 0, down = 0) => {
    // Each person votes once. The order of the voters differs by subject.
    for (const [index, userId] of rotated(voters, id)
      .slice(0, up + down)
      .entries())
      await castVote(db, { subject, clientId, id, userId, value: index < up ? 1 : -1 })
  }
  const byName = new Map(people.map((person) => [person.username, person.id]))
  const mentionsIn = (html: string) =>
    [...html.matchAll(/@([\w.]+\w)/g)].flatMap(([, name]) => byName.get(name ?? '') ?? [])
  const addPost = async (
    content: { author: string; html: string },
    position: { threadId: number; parentId: number | null },
    at: Date,
  ) => {
    const post = { clientId, ...position, authorId: idOf(content.author) }
    const commentId = await addComment(db, clientId, { ...post, html: content.html, at })
    const mentioned = mentionsIn(content.html)
    events.push({
      at,
      publish: (notifier) => notifyOfComment(notifier, db, { ...post, commentId, named: mentioned }),
    })
    return commentId
  }
  const staff = people.filter((person) => person.role === 'admin' || person.role === 'superadmin')
  for (const thread of threadsByClient.get(clientId) ?? []) {
    let at = new Date(core.clock.now().getTime() - thread.daysAgo * DAY_MS)
    const next = () => (at = new Date(at.getTime() + PAUSE_MS))
    const { title, html, tags } = thread
    const lesson = thread.lesson ? await findTopic(db, clientId, thread.lesson) : null
    const threadId = await addThread(db, clientId, {
      authorId: idOf(thread.author),
      title,
      html,
      tags,
      at,
      lesson,
    })
    await vote('thread', threadId, thread.upvotes, thread.downvotes)
    for (const userId of rotated(voters, threadId + 5).slice(0, thread.bookmarks ?? 0))
      await setBookmark(db, { clientId, threadId, userId, on: true, at })
    if (thread.daysAgo < FOLLOWED_DAYS)
      for (const { id } of staff) await setFollowing(db, { clientId, threadId, userId: id, following: true })
    for (const comment of thread.comments) {
      const commentId = await addPost(comment, { threadId, parentId: null }, next())
      await vote('comment', commentId, comment.upvotes)
      for (const reply of comment.replies ?? [])
        await addPost(reply, { threadId, parentId: commentId }, next())
      if (!comment.accepted) continue
      await setAccepted(db, { clientId, threadId, commentId })
      events.push({
        at: next(),
        publish: (notifier) =>
          notifyOfAnswer(notifier, db, {
            clientId,
            thread: { id: threadId, title },
            comment: { id: commentId, author_id: idOf(comment.author) },
            accepted: true,
            actorId: idOf(thread.author),
          }),
      })
    }
  }
  return events
}

const findTopic = async (
  db: TenantDb,
  clientId: number,
  [course, topic]: readonly [course: string, topic: string],
) => {
  const found = await db
    .selectFrom('course_topic as t')
    .innerJoin('course as c', (join) =>
      join.onRef('c.client_id', '=', 't.client_id').onRef('c.id', '=', 't.course_id'),
    )
    .select(['t.course_id as courseId', 't.id as topicId'])
    .where('t.client_id', '=', clientId)
    .where('c.title', '=', course)
    .where('t.title', '=', topic)
    .executeTakeFirst()
  if (!found) throw new Error(`tenant ${clientId} has no topic ${topic} in ${course}`)
  return { ...found, itemId: null }
}

const rotated = <T>(list: readonly T[], by: number): T[] => {
  const from = list.length === 0 ? 0 : by % list.length
  return [...list.slice(from), ...list.slice(0, from)]
}
