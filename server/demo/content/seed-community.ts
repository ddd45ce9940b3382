import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import {
  addComment,
  addThread,
  castVote,
  setAccepted,
  setBookmark,
  setFollowing,
  tellOfAnswer,
  tellOfComment,
} from '#server/features/community/index.ts'
import type { WrittenThread } from './community-kit.ts'
import { kitewingThreads } from './community-kitewing.ts'
import { ufuqThreads } from './community-ufuq.ts'
import type { ContentTenant } from './seed-courses.ts'
import type { PastNews } from './seed-notifications.ts'

const threadsOf: ReadonlyMap<number, readonly WrittenThread[]> = new Map([
  [7, kitewingThreads],
  [8, ufuqThreads],
])
const DAY_MS = 86_400_000
/** Between two posts of one conversation. */
const PAUSE_MS = 47 * 60_000

/** Staff follow what was asked lately. */
const FOLLOWED_DAYS = 10

/** Writes the demo conversations of a tenant, with the votes and bookmarks of its people; answers what they heard of them. */
export const seedCommunity = async (
  core: Core,
  db: TenantDb,
  { clientId, people }: ContentTenant,
): Promise<PastNews[]> => {
  const news: PastNews[] = []
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
  const byName = new Map(people.map((person) => [person.username, person.id]))
  const namedIn = (html: string) =>
    [...html.matchAll(/@([\w.]+\w)/g)].flatMap(([, name]) => byName.get(name ?? '') ?? [])
  const speak = async (
    words: { by: string; html: string },
    place: { threadId: number; parentId: number | null },
    at: Date,
  ) => {
    const post = { clientId, ...place, authorId: idOf(words.by) }
    const commentId = await addComment(db, clientId, { ...post, html: words.html, at })
    const named = namedIn(words.html)
    news.push({ at, tell: (notifier) => tellOfComment(notifier, db, { ...post, commentId, named }) })
    return commentId
  }
  const staff = people.filter((person) => person.role === 'admin' || person.role === 'superadmin')
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
    if (thread.daysAgo < FOLLOWED_DAYS)
      for (const { id } of staff) await setFollowing(db, { clientId, threadId, userId: id, following: true })
    for (const comment of thread.comments) {
      const commentId = await speak(comment, { threadId, parentId: null }, next())
      await vote('comment', commentId, comment.up)
      for (const reply of comment.replies ?? []) await speak(reply, { threadId, parentId: commentId }, next())
      if (!comment.accepted) continue
      await setAccepted(db, { clientId, threadId, commentId })
      news.push({
        at: next(),
        tell: (notifier) =>
          tellOfAnswer(notifier, db, {
            clientId,
            thread: { id: threadId, title },
            comment: { id: commentId, author_id: idOf(comment.by) },
            accepted: true,
            actorId: idOf(thread.by),
          }),
      })
    }
  }
  return news
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
