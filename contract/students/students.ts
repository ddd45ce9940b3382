/** People of a client as staff see them: instructors see the learners of their courses, admins see everybody. */
import * as z from 'zod/mini'
import { email } from '../auth/auth.ts'
import {
  clientParams,
  day,
  id,
  idParam,
  language,
  pageOf,
  pageQuery,
  role,
  singleLine,
  timestamp,
} from '../common.ts'
import { endpoint, perHour, perMinute } from '../endpoint.ts'

const STUDENTS = '/api/clients/{clientId}/admin/students/'
const onPage = { feature: 'admin_manage_students' } as const
const studentParams = z.object({ clientId: idParam, userId: idParam })

/** The states of people who count as such. A campaign chooses among these, so it never goes to unconfirmed accounts. */
export const personStates = ['active', 'inactive', 'never', 'disabled'] as const
/** The list of people shows unconfirmed accounts too, but only when asked for them. */
export const studentStates = [...personStates, 'unconfirmed'] as const
/** Days without study after which a learner counts as inactive. */
export const INACTIVE_DAYS = 14
export const studentRoles = ['student', 'instructor', 'admin'] as const
/** Columns beside the name. */
export const studentColumns = ['courses', 'active', 'groups', 'joined', 'phone', 'language', 'role'] as const
export const studentSorts = ['name', 'newest', 'oldest'] as const

const idFilter = z.optional(z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647)))
/** What narrows the list. */
export const studentFilters = {
  /** Name or user name; for admins also the e-mail address. */
  search: z.optional(z.string().check(z.maxLength(200))),
  course: idFilter,
  /** For admins; instructors find nobody by a group. */
  group: idFilter,
  state: z.optional(z.enum(studentStates)),
  role: z._default(z.optional(z.enum(studentRoles)), 'student'),
  sort: z._default(z.optional(z.enum(studentSorts)), 'name'),
} as const

export const studentRow = z.object({
  id,
  name: z.string(),
  /** Null for instructors. */
  email: z.nullable(z.string()),
  picture: z.nullable(z.string()),
  /** Null for instructors. */
  phone: z.nullable(z.string()),
  language,
  role,
  is_disabled: z.boolean(),
  joined_at: timestamp,
  /** The last day with study time; null before the first. */
  last_active_on: z.nullable(day),
  courses: z.int(),
  courses_done: z.int(),
  /** Not archived, by name; none for instructors. */
  groups: z.array(z.object({ id, name: z.string() })),
  /** False for the caller and, for admins, superadmins. */
  may_change: z.boolean(),
})
export type StudentRow = z.infer<typeof studentRow>

export const listStudents = endpoint({
  name: 'students.list',
  method: 'GET',
  path: STUDENTS,
  access: 'staff',
  ...onPage,
  summary:
    'List people with their courses and last day of study; instructors see the learners of their courses',
  params: clientParams,
  query: z.object({ ...pageQuery, ...studentFilters }),
  response: pageOf(studentRow),
})

export const exportStudents = endpoint({
  name: 'students.export',
  method: 'GET',
  path: `${STUDENTS}export/`,
  access: 'admin',
  ...onPage,
  stepUp: true,
  rateLimit: perMinute(10),
  hasSecrets: true,
  summary: 'Get an address, valid for five minutes, of a CSV file with everybody that the filters match',
  params: clientParams,
  query: z.object(studentFilters),
  response: z.object({ url: z.string(), name: z.string(), rows: z.int() }),
})

export const student = z.object({
  ...studentRow.shape,
  username: z.string(),
  time_zone: z.string(),
  is_verified: z.boolean(),
  /** Of the last 30 days, oldest first. */
  study: z.array(z.object({ day, seconds: z.int() })),
  enrolments: z.array(
    z.object({
      course: z.object({ id, title: z.string() }),
      enrolled_at: timestamp,
      last_activity_at: z.nullable(timestamp),
      completed_at: z.nullable(timestamp),
      has_left: z.boolean(),
      /** The last day of access; null: no end. */
      access_until: z.nullable(day),
      items: z.int(),
      items_done: z.int(),
    }),
  ),
  /** For admins only. */
  attempts: z.array(
    z.object({
      id: z.string(),
      assessment: z.object({ id, title: z.string() }),
      number: z.int(),
      started_at: timestamp,
      is_submitted: z.boolean(),
      percent: z.nullable(z.number()),
      is_passed: z.nullable(z.boolean()),
    }),
  ),
})
export type Student = z.infer<typeof student>

export const getStudent = endpoint({
  name: 'students.get',
  method: 'GET',
  path: `${STUDENTS}{userId}/`,
  access: 'staff',
  ...onPage,
  summary: 'Get one person with courses, study time and attempts',
  params: studentParams,
  response: student,
})

export const listStudentCourses = endpoint({
  name: 'students.courses',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/student-courses/',
  access: 'staff',
  ...onPage,
  summary: 'List the published courses in which the caller may enrol people',
  params: clientParams,
  response: z.object({ courses: z.array(z.object({ id, title: z.string() })) }),
})

export const SELECTION_MAX = 200
export const selection = z.array(id).check(z.minLength(1), z.maxLength(SELECTION_MAX))

/** Why a row stayed as it was. */
export const studentRefusals = [
  'not_found',
  'not_allowed',
  'disabled',
  'course_full',
  'course_premium',
  'course_closed',
  'not_enrolled',
  'people_limit',
  'mail_limit',
  'failed',
] as const
const rowResult = z.object({
  id,
  result: z.enum(['done', 'unchanged', 'refused']),
  reason: z.nullable(z.enum(studentRefusals)),
})
export type StudentResult = z.infer<typeof rowResult>
export type StudentRefusal = (typeof studentRefusals)[number]
export const rowResults = z.object({ results: z.array(rowResult) })

export const enrolStudents = endpoint({
  name: 'students.enrol',
  method: 'POST',
  path: `${STUDENTS}enrolments/`,
  access: 'staff',
  ...onPage,
  rateLimit: perMinute(30),
  idempotency: 'natural',
  summary: 'Enrol many people in a course that the caller manages; every row has its own result',
  params: clientParams,
  body: z.object({ ids: selection, course_id: id }),
  response: rowResults,
})

export const unenrolStudents = endpoint({
  name: 'students.unenrol',
  method: 'POST',
  path: `${STUDENTS}enrolments/end/`,
  access: 'staff',
  ...onPage,
  rateLimit: perMinute(30),
  idempotency: 'natural',
  summary:
    'End the enrolments of many people in a course that the caller manages; progress and paid seats are kept',
  params: clientParams,
  body: z.object({ ids: selection, course_id: id }),
  response: rowResults,
})

export const setStudentsActive = endpoint({
  name: 'students.setActive',
  method: 'POST',
  path: `${STUDENTS}activity/`,
  access: 'admin',
  ...onPage,
  stepUp: true,
  rateLimit: perMinute(30),
  idempotency: 'natural',
  summary:
    'Deactivate accounts, which signs them out everywhere, or activate them; every row has its own result',
  params: clientParams,
  body: z.object({ ids: selection, is_active: z.boolean() }),
  response: rowResults,
})

export const setStudentRole = endpoint({
  name: 'students.setRole',
  method: 'PUT',
  path: `${STUDENTS}{userId}/role/`,
  access: 'admin',
  ...onPage,
  stepUp: true,
  summary: "Change a person's role, which signs them out everywhere; safe to repeat",
  params: studentParams,
  body: z.object({ role: z.enum(studentRoles) }),
  response: student,
})

export const inviteStudent = endpoint({
  name: 'students.invite',
  method: 'POST',
  path: STUDENTS,
  access: 'admin',
  ...onPage,
  rateLimit: perHour(200),
  idempotency: 'natural',
  summary: 'Make an account and mail its owner how to choose a password; a known address is rejected',
  params: clientParams,
  body: z.object({
    name: singleLine(1, 150),
    email,
    language,
    course_id: z._default(z.optional(z.nullable(id)), null),
  }),
  response: student,
  status: 201,
})
