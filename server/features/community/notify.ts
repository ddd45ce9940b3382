/** Who hears of a post, an answer or a moderator's decision (RULES "Notifications"). Nobody hears of their own deeds. */
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Notifier } from '#server/core/notifier.ts'

const threadPath = (threadId: number) => `/community/thread/${threadId}`
const commentPath = (threadId: number, commentId: number) => `${threadPath(threadId)}#comment-${commentId}`
/** A comment tells each person once, whether it names, answers or only follows. */
const commentKey = (commentId: number) => `comment:${commentId}`
const threadKey = (threadId: number) => `thread:${threadId}`
const acceptedKey = (commentId: number) => `accepted:${commentId}`

/** What was read in the bell was seen in the list of where one was named, too. */
export const mentionsRead = async (
  db: TenantDb,
  of: { clientId: number; userId: number; dedupeKeys: readonly string[]; at: Date },
): Promise<void> => {
  const idsOf = (kind: string) =>
    of.dedupeKeys.flatMap((key) => (key.startsWith(`${kind}:`) ? [Number(key.slice(kind.length + 1))] : []))
  await sql`update forum_mention set seen_at = ${of.at}
    where client_id = ${of.clientId} and user_id = ${of.userId} and seen_at is null
      and (comment_id = any (${idsOf('comment')}::int[])
        or (comment_id = 0 and thread_id = any (${idsOf('thread')}::int[])))`.execute(db)
}

interface Facts {
  who: string
  title: string
  /** Whom this answers: the parent's author, else the thread's. */
  answered: number
  followers: number[]
  muted: number[]
}

const factsOf = async (
  db: TenantDb,
  of: { clientId: number; threadId: number; parentId: number | null; authorId: number },
): Promise<Facts | null> => {
  const { rows } = await sql<Facts>`
    select u.full_name as who, t.title, coalesce(p.author_id, t.author_id) as answered,
      array(select f.user_id from forum_follow f where f.client_id = ${of.clientId} and f.thread_id = t.id
        and f.following) as followers,
      array(select f.user_id from forum_follow f where f.client_id = ${of.clientId} and f.thread_id = t.id
        and not f.following) as muted
    from forum_thread t
    join app_user u on u.client_id = ${of.clientId} and u.id = ${of.authorId}
    left join forum_comment p on p.client_id = ${of.clientId} and p.id = ${of.parentId}
    where t.client_id = ${of.clientId} and t.id = ${of.threadId}`.execute(db)
  return rows[0] ?? null
}

/** A new comment: first who is named, then whom it answers, then who follows the thread. Who muted it hears nothing. */
export const tellOfComment = async (
  { notify }: Notifier,
  db: TenantDb,
  of: {
    clientId: number
    threadId: number
    commentId: number
    parentId: number | null
    authorId: number
    named: readonly number[]
  },
): Promise<void> => {
  const { clientId, threadId, commentId, authorId } = of
  const facts = await factsOf(db, of)
  if (!facts) return
  const silent = new Set([authorId, ...facts.muted])
  const heard = new Set<number>()
  const common = {
    params: { who: facts.who, title: facts.title },
    link: commentPath(threadId, commentId),
    dedupeKey: commentKey(commentId),
  }
  const tell = async (kind: 'mention' | 'reply' | 'followed', people: readonly number[]) => {
    const userIds = people.filter((id) => !silent.has(id) && !heard.has(id))
    for (const id of userIds) heard.add(id)
    await notify(db, clientId, { ...common, kind, userIds })
  }
  await tell('mention', of.named)
  await tell('reply', [facts.answered])
  await tell('followed', facts.followers)
}

/** People named in a thread, or anew in a comment that was changed. */
export const tellNamedIn = async (
  { notify }: Notifier,
  db: TenantDb,
  of: {
    clientId: number
    threadId: number
    /** Null: the thread itself. */
    commentId: number | null
    authorId: number
    named: readonly number[]
  },
): Promise<void> => {
  const { clientId, threadId, commentId, authorId } = of
  if (of.named.length === 0) return
  const facts = await factsOf(db, { clientId, threadId, parentId: null, authorId })
  if (!facts) return
  await notify(db, clientId, {
    kind: 'mention',
    userIds: of.named.filter((id) => id !== authorId && !facts.muted.includes(id)),
    params: { who: facts.who, title: facts.title },
    link: commentId === null ? threadPath(threadId) : commentPath(threadId, commentId),
    dedupeKey: commentId === null ? threadKey(threadId) : commentKey(commentId),
  })
}

/** A comment goes or comes back, and with it what was told of it. */
export const commentGone = (
  { withdraw }: Notifier,
  db: TenantDb,
  of: { clientId: number; commentId: number; withdrawn: boolean },
): Promise<void> =>
  withdraw(db, of.clientId, {
    dedupeKeys: [commentKey(of.commentId), acceptedKey(of.commentId)],
    withdrawn: of.withdrawn,
  })

/** A thread goes or comes back with all its comments that are not deleted themselves. */
export const threadGone = async (
  { withdraw }: Notifier,
  db: TenantDb,
  of: { clientId: number; threadId: number; withdrawn: boolean },
): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select id from forum_comment where client_id = ${of.clientId} and thread_id = ${of.threadId}
      and deleted_at is null`.execute(db)
  await withdraw(db, of.clientId, {
    dedupeKeys: [threadKey(of.threadId), ...rows.flatMap(({ id }) => [commentKey(id), acceptedKey(id)])],
    withdrawn: of.withdrawn,
  })
}

/** An answer was chosen, or the choice was taken back. */
export const tellOfAnswer = async (
  { notify, withdraw }: Notifier,
  db: TenantDb,
  of: {
    clientId: number
    thread: { id: number; title: string }
    comment: { id: number; author_id: number }
    accepted: boolean
    actorId: number
  },
): Promise<void> => {
  const { clientId, thread, comment } = of
  const dedupeKey = acceptedKey(comment.id)
  await withdraw(db, clientId, { dedupeKeys: [dedupeKey], withdrawn: !of.accepted })
  if (!of.accepted || comment.author_id === of.actorId) return
  await notify(db, clientId, {
    kind: 'accepted',
    userIds: [comment.author_id],
    params: { title: thread.title },
    link: commentPath(thread.id, comment.id),
    dedupeKey,
  })
}

/** A moderator decided: who reported hears it, and who wrote what was removed. */
export const tellOfDecision = async (
  { notify }: Notifier,
  db: TenantDb,
  of: {
    clientId: number
    reportId: number
    threadId: number
    /** 0: the thread itself. */
    commentId: number
    decision: 'keep' | 'remove'
    reason: string
    reporterIds: readonly number[]
    actorId: number
  },
): Promise<void> => {
  const { clientId, threadId, commentId, reason, actorId } = of
  const { rows } = await sql<{ title: string; author_id: number }>`
    select t.title, coalesce(c.author_id, t.author_id) as author_id from forum_thread t
    left join forum_comment c on c.client_id = ${clientId} and c.id = ${commentId}
    where t.client_id = ${clientId} and t.id = ${threadId}`.execute(db)
  const [subject] = rows
  if (!subject) return
  const removed = of.decision === 'remove'
  const place = commentId === 0 ? threadPath(threadId) : commentPath(threadId, commentId)
  const gone = commentId === 0 ? '/community' : threadPath(threadId)
  const common = {
    params: { title: subject.title, reason },
    link: removed ? gone : place,
    dedupeKey: `report:${of.reportId}`,
  }
  if (removed && subject.author_id !== actorId)
    await notify(db, clientId, { ...common, kind: 'post_removed', userIds: [subject.author_id] })
  await notify(db, clientId, {
    ...common,
    kind: 'report_settled',
    userIds: of.reporterIds.filter((id) => id !== actorId && id !== subject.author_id),
  })
}
