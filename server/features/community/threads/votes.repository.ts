import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'

/** The tables of each subject; the vote table references the subject by `key`. */
const SUBJECTS = {
  thread: {
    rows: sql.table('forum_thread'),
    votes: sql.table('forum_thread_vote'),
    key: sql.ref('thread_id'),
  },
  comment: {
    rows: sql.table('forum_comment'),
    votes: sql.table('forum_comment_vote'),
    key: sql.ref('comment_id'),
  },
} as const

export interface VoteCounts {
  upvotes: number
  downvotes: number
  value: number | null
}

/**
 * Casts one user's vote on a locked subject: the same vote again removes it, the opposite one replaces it.
 */
export const castVote = async (
  db: TenantDb,
  input: { subject: keyof typeof SUBJECTS; clientId: number; id: number; userId: number; value: 1 | -1 },
): Promise<VoteCounts> => {
  const { rows, votes, key } = SUBJECTS[input.subject]
  const isOwnVote = sql`client_id = ${input.clientId} and ${key} = ${input.id} and user_id = ${input.userId}`
  const before =
    (await sql<{ value: number }>`select value from ${votes} where ${isOwnVote}`.execute(db)).rows[0]
      ?.value ?? 0
  const after = before === input.value ? 0 : input.value
  if (after === 0) await sql`delete from ${votes} where ${isOwnVote}`.execute(db)
  else
    await sql`insert into ${votes} (client_id, ${key}, user_id, value)
      values (${input.clientId}, ${input.id}, ${input.userId}, ${after})
      on conflict (client_id, ${key}, user_id) do update set value = excluded.value`.execute(db)
  const ups = Number(after === 1) - Number(before === 1)
  const downs = Number(after === -1) - Number(before === -1)
  const updated = await sql<{ upvotes: number; downvotes: number }>`
    update ${rows} set upvotes = upvotes + ${ups}, downvotes = downvotes + ${downs}
    where client_id = ${input.clientId} and id = ${input.id} returning upvotes, downvotes`.execute(db)
  const [counts] = updated.rows
  if (!counts) throw new Error(`the ${input.subject} ${input.id} disappeared while locked`)
  return { ...counts, value: after === 0 ? null : after }
}
