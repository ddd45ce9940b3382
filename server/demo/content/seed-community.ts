import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import {
  addComment,
  addThread,
  castVote,
  setAccepted,
  setBookmark,
} from '#server/features/community/index.ts'
import type { WrittenThread } from './community-kit.ts'
import { kitewingThreads } from './community-kitewing.ts'
import { ufuqThreads } from './community-ufuq.ts'
import type { ContentTenant } from './seed-courses.ts'

const threadsOf: ReadonlyMap<number, readonly WrittenThread[]> = new Map([
  [7, kitewingThreads],
  [8, ufuqThreads],
])
const DAY_MS = 86_400_000
/** Between two posts of one conversation. */
const PAUSE_MS = 47 * 60_000

/** Writes the demo conversations of a tenant, with the votes and bookmarks of its people. */
export const seedCommunity = async (
  core: Core,
  db: TenantDb,
  { clientId, people }: ContentTenant,
): Promise<void> => {
  const idOf = (username: string): number => {
    const found = people.find((person) => person.username === username)
    if (!found) throw new Error(`nobody of tenant ${clientId} is called ${username}`)
    return found.id
  }
  const voters = people.filter((person) => person.role === 'student').map((person) => person.id)
  const vote = async (subject: 'thread' | 'comment', id: number, up = 0, down = 0) => {
    // Everybody votes once; who comes first differs by subject.
    for (const [at, userId] of rotated(voters, id)
      .slice(0, up + down)
      .entries())
      await castVote(db, { subject, clientId, id, userId, value: at < up ? 1 : -1 })
  }
  for (const thread of threadsOf.get(clientId) ?? []) {
    let at = new Date(core.clock.now().getTime() - thread.daysAgo * DAY_MS)
    const next = () => (at = new Date(at.getTime() + PAUSE_MS))
    const { title, html, tags } = thread
    const lesson = thread.lesson ? await topicNamed(db, clientId, thread.lesson) : null
    const threadId = await addThread(db, clientId, {
      authorId: idOf(thread.by),
      title,
      html,
      tags,
      at,
      lesson,
    })
    await vote('thread', threadId, thread.up, thread.down)
    for (const userId of rotated(voters, threadId + 5).slice(0, thread.bookmarks ?? 0))
      await setBookmark(db, { clientId, threadId, userId, on: true, at })
    for (const comment of thread.comments) {
      const written = { authorId: idOf(comment.by), html: comment.html, at: next(), threadId, parentId: null }
      const commentId = await addComment(db, clientId, written)
      await vote('comment', commentId, comment.up)
      if (comment.accepted) await setAccepted(db, { clientId, threadId, commentId })
      for (const reply of comment.replies ?? []) {
        const answer = {
          authorId: idOf(reply.by),
          html: reply.html,
          at: next(),
          threadId,
          parentId: commentId,
        }
        await addComment(db, clientId, answer)
      }
    }
  }
}

const topicNamed = async (
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
