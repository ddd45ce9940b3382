/** Writes what was said before the product was there: for demonstrations and for moves from another forum. */
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { cleanHtml } from '#server/core/security/html.ts'
import { contentHash } from '../body.ts'
import { insertComment } from '../comments/comments.repository.ts'
import { peopleNamed } from '../people/mentions.repository.ts'
import { indexThread } from '../threads/search.repository.ts'
import { tagKey } from '../threads/tags.service.ts'
import {
  countThread,
  followByWriting,
  insertThread,
  type LessonPlace,
} from '../threads/threads.repository.ts'

interface Written {
  authorId: number
  html: string
  at: Date
}

/** The tag of that name, made when there is none. */
const tagNamed = async (db: TenantDb, clientId: number, name: string, at: Date): Promise<number> => {
  await sql`insert into forum_tag (client_id, name, name_key, created_at)
    values (${clientId}, ${name}, ${tagKey(name)}, ${at}) on conflict do nothing`.execute(db)
  const rows = await sql<{ id: number }>`select id from forum_tag
    where client_id = ${clientId} and name_key = ${tagKey(name)}`.execute(db)
  const id = rows.rows[0]?.id
  if (id === undefined) throw new Error(`the tag ${name} was not made`)
  return id
}

/** A thread of the past; add the older one first, the list follows the order of adding. */
export const addThread = async (
  db: TenantDb,
  clientId: number,
  thread: Written & { title: string; tags: readonly string[]; lesson?: LessonPlace | null },
): Promise<number> => {
  const { authorId, title, at, tags } = thread
  const body = cleanHtml(thread.html, 'text')
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
    mentionIds: await peopleNamed(db, clientId, body),
    lesson: thread.lesson ?? null,
  })
  await countThread(db, { clientId, threadId, tagIds, by: 1 })
  await followByWriting(db, { clientId, threadId, userId: authorId })
  await indexThread(db, clientId, { id: threadId, title, body })
  return threadId
}

/** A comment of the past, or with a parent a reply. */
export const addComment = async (
  db: TenantDb,
  clientId: number,
  comment: Written & { threadId: number; parentId: number | null },
): Promise<number> => {
  const { authorId, threadId, parentId, at } = comment
  const body = cleanHtml(comment.html, 'text')
  const hash = contentHash(String(parentId), body)
  const mentionIds = await peopleNamed(db, clientId, body)
  const written = { clientId, threadId, parentId, authorId, body, at, key: null, hash, mentionIds }
  const id = await insertComment(db, written)
  await followByWriting(db, { clientId, threadId, userId: authorId })
  return id
}
