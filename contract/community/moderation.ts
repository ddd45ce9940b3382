/** Moderation of the forum: reports and earlier versions (spec 7; rules: Community). */
import * as z from 'zod/mini'
import { clientParams, detail, id, idParam, singleLine, pageOf, pageQuery, timestamp } from '../common.ts'
import { author, FORUM_BASE } from './community.ts'
import { endpoint } from '../endpoint.ts'

const subject = { subject_type: z.enum(['thread', 'comment']), subject_id: id }
export const reportReasons = ['spam', 'rude', 'off_topic', 'cheating', 'other'] as const
export const report = endpoint({
  name: 'community.report',
  method: 'POST',
  path: `${FORUM_BASE}/reports/`,
  access: 'member',
  feature: 'community_forum',
  idempotency: 'natural',
  summary: 'Report a thread or comment, once per person',
  params: clientParams,
  body: z.object({ ...subject, reason: z.enum(reportReasons), note: z.optional(singleLine(0, 500)) }),
  response: detail,
  status: 201,
})
export const listReports = endpoint({
  name: 'community.reports',
  method: 'GET',
  path: `${FORUM_BASE}/reports/`,
  access: 'staff',
  feature: 'community_forum',
  summary: 'List the open reports, oldest first',
  params: clientParams,
  query: z.object({ ...pageQuery }),
  response: pageOf(
    z.object({
      id,
      ...subject,
      thread_id: id,
      title: z.string(),
      excerpt: z.string(),
      reason: z.enum(reportReasons),
      note: z.string(),
      reports: z.int(),
      created_at: timestamp,
      author: z.nullable(author),
    }),
  ),
})
export const settleReport = endpoint({
  name: 'community.settleReport',
  method: 'POST',
  path: `${FORUM_BASE}/reports/{reportId}/settle/`,
  access: 'staff',
  feature: 'community_forum',
  idempotency: 'natural',
  summary: 'Keep or remove the reported content, with a reason; 409 if already settled',
  alsoFails: [409],
  params: z.object({ clientId: idParam, reportId: idParam }),
  body: z.object({ decision: z.enum(['keep', 'remove']), reason: singleLine(1, 500) }),
  response: detail,
})
export const getHistory = endpoint({
  name: 'community.history',
  method: 'GET',
  path: `${FORUM_BASE}/history/{subjectType}/{subjectId}/`,
  access: 'staff',
  feature: 'community_forum',
  summary: 'List the earlier versions of a thread or comment',
  params: z.object({ clientId: idParam, subjectType: z.enum(['thread', 'comment']), subjectId: idParam }),
  response: z.object({
    versions: z.array(z.object({ body: z.string(), title: z.nullable(z.string()), edited_at: timestamp })),
  }),
})
