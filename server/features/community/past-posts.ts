/** Writes past threads and comments: for the demo and for imports from another forum. */
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { cleanHtmlInWorker } from '#server/core/security/clean-in-worker.ts'
import { contentHash } from './body.ts'
import { insertComment } from './comments/comments.repository.ts'
import { mentionedUserIds } from './people/mentions.repository.ts'
import { indexThread } from './threads/search.repository.ts'
import { tagKey } from './threads/tag-key.ts'
import { countThread, followAsWriter, insertThread, type LessonRef } from './threads/threads.repository.ts'

interface PastPost {
  authorId: number
  html: string
  at: Date
}

/** The id of the tag with that name; creates it if necessary. */
const tagNamed = async (db: TenantDb, clientId: number, name: string, at: Date): Promise<number> => {
  await sql`insert into forum_tag (client_id, name, name_key, created_at)
    values (${clientId}, ${name}, ${tagKey(name)}, ${at}) on conflict do nothing`.execute(db)
  const rows = await sql<{ id: number }>`select id from forum_tag
    where client_id = ${clientId} and name_key = ${tagKey(name)}`.execute(db)
  const id = rows.rows[0]?.id
  if (id === undefined) throw new Error(`the tag ${name} was not made`)
  return id
}

/** A past thread. Add older ones first: the list follows the order of insertion. */
export const addThread = async (
  db: TenantDb,
  clientId: number,
  thread: PastPost & { title: string; tags: readonly string[]; lesson?: LessonRef | null },
): Promise<number> => {
  const { authorId, title, at, tags } = thread
  const body = await cleanHtmlInWorker(thread.html, 'text')
  const tagIds: number[] = []
  for (const name of tags) tagIds.push(await tagNamed(db, clientId, name, at))
  const hash = contentHash(title, body)
  const threadId = await insertThread(db, {
    clientId,
    authorId,
    title,
    body,
    tagIds,
    tags,
    at,
    key: null,
    hash,
    mentionIds: await mentionedUserIds(db, clientId, body),
    lesson: thread.lesson ?? null,
  })
  await countThread(db, { clientId, threadId, tagIds, by: 1 })
  await followAsWriter(db, { clientId, threadId, userId: authorId })
  await indexThread(db, clientId, { id: threadId, title, body })
  return threadId
}

/** A past comment, or with a parent a reply. */
export const addComment = async (
  db: TenantDb,
  clientId: number,
  comment: PastPost & { threadId: number; parentId: number | null },
): Promise<number> => {
  const { authorId, threadId, parentId, at } = comment
  const body = await cleanHtmlInWorker(comment.html, 'text')
  const hash = contentHash(String(parentId), body)
  const mentionIds = await mentionedUserIds(db, clientId, body)
  const newComment = { clientId, threadId, parentId, authorId, body, at, key: null, hash, mentionIds }
  const id = await insertComment(db, newComment)
  await followAsWriter(db, { clientId, threadId, userId: authorId })
  return id
}
