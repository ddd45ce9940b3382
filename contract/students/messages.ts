/** What staff write to one person, and the record of what a person was written to. */
import * as z from 'zod/mini'
import { id, idParam, pageOf, pageQuery, singleLine, timestamp } from '../common.ts'
import { endpoint, perMinute } from '../endpoint.ts'
import { attendanceStatuses } from '../attendance/rules.ts'
import { MESSAGE_SUBJECT_MAX, MESSAGE_TEXT_MAX } from './bulk.ts'

const PERSON = '/api/clients/{clientId}/admin/students/{userId}/'
const onPage = { feature: 'admin_manage_students' } as const
const studentParams = z.object({ clientId: idParam, userId: idParam })

/** `person`: somebody wrote to this one alone; `many`: to many at once; `campaign`: a campaign reached them. */
export const messageKinds = ['person', 'many', 'campaign'] as const
export const messageResults = ['sent', 'failed', 'unknown'] as const

const message = z.object({
  id: z.string(),
  kind: z.enum(messageKinds),
  subject: z.string(),
  /** Null for campaigns, which are read on their own page. */
  text: z.nullable(z.string()),
  /** Who wrote it; null for campaigns, and once the account is gone. */
  by: z.nullable(z.string()),
  at: timestamp,
  result: z.enum(messageResults),
})
export type StudentMessage = z.infer<typeof message>

export const writeToStudent = endpoint({
  name: 'students.write',
  method: 'POST',
  path: `${PERSON}messages/`,
  access: 'staff',
  ...onPage,
  rateLimit: perMinute(20),
  idempotency: 'key',
  status: 201,
  summary:
    'Mail one person; the answer goes to the caller. Instructors write to the learners of their courses, and see no address',
  params: studentParams,
  body: z.object({
    idempotency_key: z.uuid(),
    subject: singleLine(1, MESSAGE_SUBJECT_MAX),
    text: z.string().check(z.minLength(1), z.maxLength(MESSAGE_TEXT_MAX)),
  }),
  response: z.object({ id: z.uuid() }),
  alsoFails: [409],
})

export const listStudentMessages = endpoint({
  name: 'students.messages',
  method: 'GET',
  path: `${PERSON}messages/`,
  access: 'staff',
  ...onPage,
  summary:
    'List what the person was written to, the newest first; instructors see what they wrote themselves',
  params: studentParams,
  query: z.object(pageQuery),
  response: pageOf(message),
})

/** Marks of one person that the answer has. */
export const RECORD_MARKS_MAX = 20
/** Payments that the answer has. */
export const RECORD_PAYMENTS_MAX = 20

const record = z.object({
  /** In the classes that the caller sees. Excused ones do not count for the percentage. */
  attendance: z.object({
    attended: z.int(),
    held: z.int(),
    marks: z.array(
      z.object({
        session_id: id,
        title: z.string(),
        course: z.nullable(z.string()),
        at: timestamp,
        status: z.enum(attendanceStatuses),
      }),
    ),
  }),
  /** Null for those who do not see payments. */
  payments: z.nullable(
    z.array(
      z.object({
        id,
        at: timestamp,
        kind: z.enum(['payment', 'refund']),
        /** The course or the programme; null for what names none. */
        title: z.nullable(z.string()),
        amount_minor: z.int(),
        currency: z.string(),
      }),
    ),
  ),
})
export type StudentRecord = z.infer<typeof record>

export const getStudentRecord = endpoint({
  name: 'students.record',
  method: 'GET',
  path: `${PERSON}record/`,
  access: 'staff',
  ...onPage,
  summary: 'Get the newest classes and, for admins, payments of one person',
  params: studentParams,
  response: record,
})
