/**
 * Actions on many people that a job does: on those who were chosen, or on all whom the filters of the list match. The
 * result stands with every person, and most actions can be undone for a day.
 */
import * as z from 'zod/mini'
import { clientParams, day, id, idParam, singleLine, timestamp } from '../common.ts'
import { endpoint, perMinute } from '../endpoint.ts'
import { selection, studentFilters, studentRefusals, studentRoles } from './students.ts'

const BULK = '/api/clients/{clientId}/admin/student-bulk-actions/'
const onPage = { feature: 'admin_manage_students' } as const
const bulkParams = z.object({ clientId: idParam, bulkId: z.uuid() })

export const BULK_PEOPLE_MAX = 5000
export const BULK_UNDO_MS = 24 * 3_600_000
/** After so long the results are deleted. */
export const BULK_KEPT_DAYS = 30
/** People whom the answer names with the reason why they stayed as they were. */
export const BULK_REFUSED_SHOWN = 100
export const MESSAGE_SUBJECT_MAX = 150
export const MESSAGE_TEXT_MAX = 5000

export const bulkKinds = [
  'enrol',
  'unenrol',
  'join',
  'leave',
  'access',
  'activate',
  'deactivate',
  'role',
  'password',
  'message',
] as const
export type BulkKind = (typeof bulkKinds)[number]

export const bulkAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['enrol', 'unenrol']), course_id: id }),
  z.object({ kind: z.enum(['join', 'leave']), group_id: id }),
  /** The last day of access to a course in the client's time zone; null: no end. */
  z.object({ kind: z.literal('access'), course_id: id, until: z.nullable(day) }),
  z.object({ kind: z.enum(['activate', 'deactivate']) }),
  /** A mail that says how to choose a new one. */
  z.object({ kind: z.literal('password') }),
  z.object({ kind: z.literal('role'), role: z.enum(studentRoles) }),
  z.object({
    kind: z.literal('message'),
    subject: singleLine(1, MESSAGE_SUBJECT_MAX),
    text: z.string().check(z.minLength(1), z.maxLength(MESSAGE_TEXT_MAX)),
  }),
])
export type BulkAction = z.infer<typeof bulkAction>

export const bulkStates = ['running', 'done', 'stopped', 'failed', 'undoing', 'undone'] as const
export type BulkState = (typeof bulkStates)[number]

const count = z.int()
export const studentBulk = z.object({
  id: z.uuid(),
  kind: z.enum(bulkKinds),
  state: z.enum(bulkStates),
  made_at: timestamp,
  total: count,
  /** People that the present step is through with, of those that it has to do. */
  step: z.object({ done: count, of: count }),
  results: z.object({ done: count, unchanged: count, refused: count }),
  undone: z.object({ restored: count, kept: count }),
  refused: z.array(z.object({ id, name: z.string(), reason: z.enum(studentRefusals) })),
  /** Until then it can be undone; null if there is nothing to undo. */
  undo_until: z.nullable(timestamp),
})
export type StudentBulk = z.infer<typeof studentBulk>

export const startBulk = endpoint({
  name: 'students.startBulk',
  method: 'POST',
  path: BULK,
  access: 'admin',
  ...onPage,
  stepUp: true,
  rateLimit: perMinute(20),
  idempotency: 'key',
  status: 201,
  summary: `Do something with the chosen people, or with all that the filters match, at most ${BULK_PEOPLE_MAX}`,
  params: clientParams,
  body: z.object({
    idempotency_key: z.uuid(),
    action: bulkAction,
    people: z.union([z.object({ ids: selection }), z.object({ filter: z.object(studentFilters) })]),
  }),
  response: studentBulk,
})

export const getBulk = endpoint({
  name: 'students.bulk',
  method: 'GET',
  path: `${BULK}{bulkId}/`,
  access: 'admin',
  ...onPage,
  summary: 'Get a bulk action with its progress and results',
  params: bulkParams,
  response: studentBulk,
})

export const stopBulk = endpoint({
  name: 'students.stopBulk',
  method: 'POST',
  path: `${BULK}{bulkId}/stop/`,
  access: 'admin',
  ...onPage,
  rateLimit: perMinute(20),
  idempotency: 'natural',
  summary: 'Stop a bulk action that is under way; what was done stays and can be undone',
  params: bulkParams,
  response: studentBulk,
})

export const undoBulk = endpoint({
  name: 'students.undoBulk',
  method: 'POST',
  path: `${BULK}{bulkId}/undo/`,
  access: 'admin',
  ...onPage,
  stepUp: true,
  rateLimit: perMinute(20),
  idempotency: 'natural',
  summary: 'Undo a bulk action of the last day, as far as nobody has changed it since',
  params: bulkParams,
  response: studentBulk,
  alsoFails: [409],
})
