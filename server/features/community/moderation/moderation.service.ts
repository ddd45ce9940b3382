import { sql } from 'kysely'
import {
  listReports,
  type report,
  type reportReasons,
  type settleReport,
} from '#contract/community/moderation.ts'
import { pathFor, type BodyOf, type QueryOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { MemberScope, StaffScope } from '#server/core/http/scope.ts'
import { lockComment } from '../comments/comments.repository.ts'
import { softDeleteComment } from '../comments/comments.service.ts'
import { viewerOf, type CommunityContext } from '../community.context.ts'
import { notifyOfDecision } from '../notifications.ts'
import { lockThread } from '../threads/threads.repository.ts'
import { softDeleteThread } from '../threads/threads.service.ts'
import { excerptOf } from '../excerpt.ts'

/** `comment_id` 0 means the thread itself. */
interface Subject {
  thread_id: number
  comment_id: number
}
type SubjectType = 'thread' | 'comment'

/** The location of an active thread or comment; 404 for everything else. */
const activeSubject = async (
  db: TenantDb,
  clientId: number,
  type: SubjectType,
  id: number,
): Promise<Subject> => {
  const rows =
    type === 'thread'
      ? await sql<Subject>`select id as thread_id, 0 as comment_id from forum_thread
          where client_id = ${clientId} and id = ${id} and deleted_at is null`.execute(db)
      : await sql<Subject>`select c.thread_id, c.id as comment_id from forum_comment c
          join forum_thread t on t.client_id = ${clientId} and t.id = c.thread_id and t.deleted_at is null
          where c.client_id = ${clientId} and c.id = ${id} and c.deleted_at is null`.execute(db)
  const [subject] = rows.rows
  if (!subject) throw notFound()
  return subject
}

/** Reports a post to the moderators; a second report by the same person changes nothing. */
export const addReport = (scope: MemberScope, input: BodyOf<typeof report>) =>
  scope.tx(async (db) => {
    const { clientId, userId } = viewerOf(scope)
    const { thread_id: threadId, comment_id: commentId } = await activeSubject(
      db,
      clientId,
      input.subject_type,
      input.subject_id,
    )
    await sql`
      insert into forum_report (client_id, reporter_id, thread_id, comment_id, reason, note, created_at)
      values (${clientId}, ${userId}, ${threadId}, ${commentId}, ${input.reason}, ${input.note ?? ''},
        ${scope.clock.now()}) on conflict do nothing`.execute(db)
    return { detail: 'Thank you. A moderator will look at it.' }
  })

interface QueueRow extends Subject {
  id: number
  title: string
  body: string
  reason: (typeof reportReasons)[number]
  note: string
  reports: number
  created_at: Date
  user_name: string
  name: string
  profile_pic_url: string | null
  total: number
}

/**
 * Open reports, one row for each subject, oldest first. Posts deleted by their author meanwhile are left out.
 */
export const reportQueue = (scope: StaffScope, query: QueryOf<typeof listReports>) =>
  scope.tx(async (db) => {
    const { clientId } = viewerOf(scope)
    const offset = (query.page - 1) * query.page_size
    const result = await sql<QueueRow>`
      with open as (
        select min(id) as id, thread_id, comment_id, count(*)::int as reports from forum_report
        where client_id = ${clientId} and settled_at is null group by thread_id, comment_id),
      waiting as (
        select o.*, t.title, coalesce(c.body, t.body) as body, coalesce(c.author_id, t.author_id) as author_id
        from open o
        join forum_thread t on t.client_id = ${clientId} and t.id = o.thread_id and t.deleted_at is null
        left join forum_comment c on c.client_id = ${clientId} and c.id = o.comment_id and c.deleted_at is null
        where o.comment_id = 0 or c.id is not null)
      select w.*, r.reason, r.note, r.created_at, u.username as user_name, u.full_name as name,
        u.profile_picture as profile_pic_url, (select count(*)::int from waiting) as total
      from waiting w
      join forum_report r on r.client_id = ${clientId} and r.id = w.id
      join app_user u on u.client_id = ${clientId} and u.id = w.author_id
      order by w.id limit ${query.page_size} offset ${offset}`.execute(db)
    const count = result.rows[0]?.total ?? 0
    return {
      ...pageLinks(pathFor(listReports, { clientId }), query, count),
      results: result.rows.map((row) => ({
        id: row.id,
        subject_type: row.comment_id === 0 ? ('thread' as const) : ('comment' as const),
        subject_id: row.comment_id === 0 ? row.thread_id : row.comment_id,
        thread_id: row.thread_id,
        title: row.title,
        excerpt: excerptOf(row.body),
        reason: row.reason,
        note: row.note,
        reports: row.reports,
        created_at: row.created_at.toISOString(),
        author: { user_name: row.user_name, name: row.name, profile_pic_url: row.profile_pic_url },
      })),
    }
  })

/** Settles all reports on one subject at once. */
export const settle = (
  context: CommunityContext,
  scope: StaffScope,
  reportId: number,
  { decision, reason }: BodyOf<typeof settleReport>,
) =>
  scope.tx(async (db) => {
    const { clientId, userId } = viewerOf(scope)
    const rows = await sql<Subject>`select thread_id, comment_id from forum_report
      where client_id = ${clientId} and id = ${reportId}`.execute(db)
    const [subject] = rows.rows
    if (!subject) throw notFound()
    const thread = await lockThread(db, clientId, subject.thread_id)
    const settled = await sql<{ reporter_id: number }>`
      update forum_report set settled_at = ${scope.clock.now()}, settled_by = ${userId}, decision = ${decision},
        decision_reason = ${reason}
      where client_id = ${clientId} and thread_id = ${subject.thread_id} and comment_id = ${subject.comment_id}
        and settled_at is null returning reporter_id`.execute(db)
    if (settled.rows.length === 0)
      throw new AppError('conflict', 'Somebody else has decided about this already.')
    if (decision === 'remove' && thread && !thread.deleted_at) {
      if (subject.comment_id === 0) await softDeleteThread(context, scope, db, thread)
      else {
        const comment = await lockComment(db, clientId, subject.comment_id)
        if (comment && !comment.deleted_at) await softDeleteComment(context, scope, db, comment)
      }
    }
    await notifyOfDecision(context.notifier, db, {
      clientId,
      reportId,
      threadId: subject.thread_id,
      commentId: subject.comment_id,
      decision,
      reason,
      reporterIds: settled.rows.map((row) => row.reporter_id),
      actorId: userId,
    })
    await context.audit.record(db, {
      action: 'community.settleReport',
      result: 'ok',
      actorId: userId,
      sessionId: scope.actor.sessionId,
      object: `report:${reportId}`,
      detail: { decision },
      requestId: scope.request.id,
      ip: scope.request.ip,
    })
    return { detail: decision === 'keep' ? 'Kept.' : 'Removed.' }
  })

/** Earlier versions, latest first; also of deleted subjects. */
export const history = (scope: StaffScope, type: SubjectType, id: number) =>
  scope.tx(async (db) => {
    const { clientId } = viewerOf(scope)
    const table = sql.table(type === 'thread' ? 'forum_thread' : 'forum_comment')
    const existing = await sql`select 1 from ${table} where client_id = ${clientId} and id = ${id}`.execute(
      db,
    )
    if (existing.rows.length === 0) throw notFound()
    const condition =
      type === 'thread' ? sql`thread_id = ${id} and comment_id is null` : sql`comment_id = ${id}`
    const rows = await sql<{ body: string; title: string | null; edited_at: Date }>`
      select body, title, edited_at from forum_revision where client_id = ${clientId} and ${condition}
      order by id desc`.execute(db)
    return { versions: rows.rows.map((row) => ({ ...row, edited_at: row.edited_at.toISOString() })) }
  })
