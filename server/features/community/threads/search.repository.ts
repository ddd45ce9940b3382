import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { plainText, wordsOf } from '#server/core/text/search-text.ts'
import { suffixesOf } from '../excerpt.ts'

/** Indexes a thread by the words of its title and body; replaces the former entry. */
export const indexThread = async (
  db: TenantDb,
  clientId: number,
  thread: { id: number; title: string; body: string },
): Promise<void> => {
  const title = new Set(wordsOf(thread.title))
  // Sorted, so that two writers lock the same words in the same order and cannot deadlock.
  const words = [...new Set([...title, ...wordsOf(plainText(thread.body))])].toSorted()
  await unindexThread(db, clientId, thread.id)
  if (words.length === 0) return
  await sql`
    insert into forum_word (client_id, word, thread_id, in_title)
    select ${clientId}, word, ${thread.id}, word = any (${[...title]}::text[]) from unnest(${words}::text[]) word`.execute(
    db,
  )
  await addToVocabulary(db, clientId, words)
}

/** Removes a thread from the search index. */
export const unindexThread = async (db: TenantDb, clientId: number, threadId: number): Promise<void> => {
  await sql`delete from forum_word where client_id = ${clientId} and thread_id = ${threadId}`.execute(db)
}

/** Adds the suffixes of new words to the vocabulary. */
export const addToVocabulary = async (
  db: TenantDb,
  clientId: number,
  words: readonly string[],
): Promise<void> => {
  const knownWords = await sql<{ word: string }>`
    select known.word from unnest(${[...words]}::text[]) known (word)
    where exists (select from forum_word_part p
      where p.client_id = ${clientId} and p.part = known.word and p.word = known.word)`.execute(db)
  const knownSet = new Set(knownWords.rows.map((row) => row.word))
  const pairs = words
    .filter((word) => !knownSet.has(word))
    .flatMap((word) => [...new Set(suffixesOf(word))].map((part) => ({ part, word })))
  if (pairs.length === 0) return
  await sql`
    insert into forum_word_part (client_id, part, word)
    select ${clientId}, part, word
    from unnest(${pairs.map((pair) => pair.part)}::text[], ${pairs.map((pair) => pair.word)}::text[]) pair (part, word)
    order by part, word
    on conflict do nothing`.execute(db)
}

export interface SimilarRow {
  id: number
  title: string
  comments_count: number
  accepted_comment_id: number | null
}

/** Threads whose titles share the most words, newest first among equals. */
export const threadsSharingWords = async (
  db: TenantDb,
  clientId: number,
  words: readonly string[],
  limit: number,
): Promise<SimilarRow[]> => {
  const result = await sql<SimilarRow>`
    select t.id, t.title, t.comments_count, t.accepted_comment_id from (
      -- A word in half of all titles says little, so only its newest threads are considered.
      select near.thread_id, sum(near.weight) as weight from unnest(${[...words]}::text[]) term
      cross join lateral (
        select w.thread_id, 1.0 as weight from forum_word w
        where w.client_id = ${clientId} and w.word = term and w.in_title
        order by w.thread_id desc limit 500) near
      group by near.thread_id order by weight desc, near.thread_id desc limit ${limit}) best
    cross join lateral (
      select * from forum_thread t where t.client_id = ${clientId} and t.id = best.thread_id offset 0) t
    order by best.weight desc, t.id desc`.execute(db)
  return result.rows
}
