import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'

/** Names of a subject's tables: the vote table refers to its subject by `key`. */
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

export interface Tally {
  upvotes: number
  downvotes: number
  value: number | null
}

/** One person's vote on a locked subject: the same way again takes it back, the other way moves it. */
export const castVote = async (
  db: TenantDb,
  of: { subject: keyof typeof SUBJECTS; clientId: number; id: number; userId: number; value: 1 | -1 },
): Promise<Tally> => {
  const { rows, votes, key } = SUBJECTS[of.subject]
  const own = sql`client_id = ${of.clientId} and ${key} = ${of.id} and user_id = ${of.userId}`
  const before =
    (await sql<{ value: number }>`select value from ${votes} where ${own}`.execute(db)).rows[0]?.value ?? 0
  const after = before === of.value ? 0 : of.value
  if (after === 0) await sql`delete from ${votes} where ${own}`.execute(db)
  else
    await sql`insert into ${votes} (client_id, ${key}, user_id, value)
      values (${of.clientId}, ${of.id}, ${of.userId}, ${after})
      on conflict (client_id, ${key}, user_id) do update set value = excluded.value`.execute(db)
  const ups = Number(after === 1) - Number(before === 1)
  const downs = Number(after === -1) - Number(before === -1)
  const counted = await sql<{ upvotes: number; downvotes: number }>`
    update ${rows} set upvotes = upvotes + ${ups}, downvotes = downvotes + ${downs}
    where client_id = ${of.clientId} and id = ${of.id} returning upvotes, downvotes`.execute(db)
  const [tally] = counted.rows
  if (!tally) throw new Error(`the ${of.subject} ${of.id} is gone within its own lock`)
  return { ...tally, value: after === 0 ? null : after }
}
