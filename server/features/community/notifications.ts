/**
 * Notifications about posts, answers and moderators' decisions (rules: Notifications). Nobody is notified of their
 * own actions.
 */
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Notifier } from '#server/core/notifier.ts'

const threadPath = (threadId: number) => `/community/thread/${threadId}`
const commentPath = (threadId: number, commentId: number) => `${threadPath(threadId)}#comment-${commentId}`
/**
 * A comment notifies each person once, whether it mentions them, replies to them or is in a thread they follow.
 */
export const commentKey = (commentId: number | '') => `comment:${commentId}`
export const threadKey = (threadId: number | '') => `thread:${threadId}`
const acceptedKey = (commentId: number) => `accepted:${commentId}`

/** A notification that was read also marks its mention as seen. */
export const mentionsRead = async (
  db: TenantDb,
  input: { clientId: number; userId: number; dedupeKeys: readonly string[]; at: Date },
): Promise<void> => {
  const idsOf = (kind: string) =>
    input.dedupeKeys.flatMap((key) =>
      key.startsWith(`${kind}:`) ? [Number(key.slice(kind.length + 1))] : [],
    )
  await sql`update forum_mention set seen_at = ${input.at}
    where client_id = ${input.clientId} and user_id = ${input.userId} and seen_at is null
      and (comment_id = any (${idsOf('comment')}::int[])
        or (comment_id = 0 and thread_id = any (${idsOf('thread')}::int[])))`.execute(db)
}

interface ThreadFacts {
  author_name: string
  title: string
  /** The author of the parent comment, or else of the thread. */
  replied_to: number
  followers: number[]
  muted: number[]
}

const factsOf = async (
  db: TenantDb,
  input: { clientId: number; threadId: number; parentId: number | null; authorId: number },
): Promise<ThreadFacts | null> => {
  const { rows } = await sql<ThreadFacts>`
    select u.full_name as author_name, t.title, coalesce(p.author_id, t.author_id) as replied_to,
      array(select f.user_id from forum_follow f where f.client_id = ${input.clientId} and f.thread_id = t.id
        and f.following) as followers,
      array(select f.user_id from forum_follow f where f.client_id = ${input.clientId} and f.thread_id = t.id
        and not f.following) as muted
    from forum_thread t
    join app_user u on u.client_id = ${input.clientId} and u.id = ${input.authorId}
    left join forum_comment p on p.client_id = ${input.clientId} and p.id = ${input.parentId}
    where t.client_id = ${input.clientId} and t.id = ${input.threadId}`.execute(db)
  return rows[0] ?? null
}

/**
 * Notifies of a new comment: first who is mentioned, then who is replied to, then who follows the thread. People who
 * muted it get nothing.
 */
export const notifyOfComment = async (
  { notify }: Notifier,
  db: TenantDb,
  input: {
    clientId: number
    threadId: number
    commentId: number
    parentId: number | null
    authorId: number
    named: readonly number[]
  },
): Promise<void> => {
  const { clientId, threadId, commentId, authorId } = input
  const facts = await factsOf(db, input)
  if (!facts) return
  const excluded = new Set([authorId, ...facts.muted])
  const notified = new Set<number>()
  const common = {
    params: { who: facts.author_name, title: facts.title },
    link: commentPath(threadId, commentId),
    dedupeKey: commentKey(commentId),
  }
  const notifyOthers = async (kind: 'mention' | 'reply' | 'followed', people: readonly number[]) => {
    const userIds = people.filter((id) => !excluded.has(id) && !notified.has(id))
    for (const id of userIds) notified.add(id)
    await notify(db, clientId, { ...common, kind, userIds })
  }
  await notifyOthers('mention', input.named)
  await notifyOthers('reply', [facts.replied_to])
  await notifyOthers('followed', facts.followers)
}

/** Notifies people mentioned in a thread, or newly mentioned in an edited comment. */
export const notifyMentioned = async (
  { notify }: Notifier,
  db: TenantDb,
  input: {
    clientId: number
    threadId: number
    /** Null means the thread itself. */
    commentId: number | null
    authorId: number
    mentionedIds: readonly number[]
  },
): Promise<void> => {
  const { clientId, threadId, commentId, authorId } = input
  if (input.mentionedIds.length === 0) return
  const facts = await factsOf(db, { clientId, threadId, parentId: null, authorId })
  if (!facts) return
  await notify(db, clientId, {
    kind: 'mention',
    userIds: input.mentionedIds.filter((id) => id !== authorId && !facts.muted.includes(id)),
    params: { who: facts.author_name, title: facts.title },
    link: commentId === null ? threadPath(threadId) : commentPath(threadId, commentId),
    dedupeKey: commentId === null ? threadKey(threadId) : commentKey(commentId),
  })
}

/** Withdraws or restores the notifications of a comment that is deleted or restored. */
export const setCommentWithdrawn = (
  { withdraw }: Notifier,
  db: TenantDb,
  input: { clientId: number; commentId: number; withdrawn: boolean },
): Promise<void> =>
  withdraw(db, input.clientId, {
    dedupeKeys: [commentKey(input.commentId), acceptedKey(input.commentId)],
    withdrawn: input.withdrawn,
  })

/**
 * Withdraws or restores the notifications of a thread and of all its comments that are not deleted themselves.
 */
export const setThreadWithdrawn = async (
  { withdraw }: Notifier,
  db: TenantDb,
  input: { clientId: number; threadId: number; withdrawn: boolean },
): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select id from forum_comment where client_id = ${input.clientId} and thread_id = ${input.threadId}
      and deleted_at is null`.execute(db)
  await withdraw(db, input.clientId, {
    dedupeKeys: [threadKey(input.threadId), ...rows.flatMap(({ id }) => [commentKey(id), acceptedKey(id)])],
    withdrawn: input.withdrawn,
  })
}

/** Notifies of an accepted answer, or withdraws that notification. */
export const notifyOfAnswer = async (
  { notify, withdraw }: Notifier,
  db: TenantDb,
  input: {
    clientId: number
    thread: { id: number; title: string }
    comment: { id: number; author_id: number }
    accepted: boolean
    actorId: number
  },
): Promise<void> => {
  const { clientId, thread, comment } = input
  const dedupeKey = acceptedKey(comment.id)
  await withdraw(db, clientId, { dedupeKeys: [dedupeKey], withdrawn: !input.accepted })
  if (!input.accepted || comment.author_id === input.actorId) return
  await notify(db, clientId, {
    kind: 'accepted',
    userIds: [comment.author_id],
    params: { title: thread.title },
    link: commentPath(thread.id, comment.id),
    dedupeKey,
  })
}

/** Notifies of a moderator's decision: who reported the post, and the author of a removed post. */
export const notifyOfDecision = async (
  { notify }: Notifier,
  db: TenantDb,
  input: {
    clientId: number
    reportId: number
    threadId: number
    /** 0 means the thread itself. */
    commentId: number
    decision: 'keep' | 'remove'
    reason: string
    reporterIds: readonly number[]
    actorId: number
  },
): Promise<void> => {
  const { clientId, threadId, commentId, reason, actorId } = input
  const { rows } = await sql<{ title: string; author_id: number }>`
    select t.title, coalesce(c.author_id, t.author_id) as author_id from forum_thread t
    left join forum_comment c on c.client_id = ${clientId} and c.id = ${commentId}
    where t.client_id = ${clientId} and t.id = ${threadId}`.execute(db)
  const [subject] = rows
  if (!subject) return
  const isRemoved = input.decision === 'remove'
  const subjectPath = commentId === 0 ? threadPath(threadId) : commentPath(threadId, commentId)
  const parentPath = commentId === 0 ? '/community' : threadPath(threadId)
  const common = {
    params: { title: subject.title, reason },
    link: isRemoved ? parentPath : subjectPath,
    dedupeKey: `report:${input.reportId}`,
  }
  if (isRemoved && subject.author_id !== actorId)
    await notify(db, clientId, { ...common, kind: 'post_removed', userIds: [subject.author_id] })
  await notify(db, clientId, {
    ...common,
    kind: 'report_settled',
    userIds: input.reporterIds.filter((id) => id !== actorId && id !== subject.author_id),
  })
}
