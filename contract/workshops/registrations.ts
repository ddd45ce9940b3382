/** Registrations as staff see them: a list with filters, actions on many, and the file for spreadsheets. */
import * as z from 'zod/mini'
import { clientParams, id, pageOf, pageQuery, singleLine, timestamp } from '../common.ts'
import { endpoint, perHour, perMinute } from '../endpoint.ts'
import { courseRef, registrationStatuses, workshopField } from './shapes.ts'

const REGISTRATIONS = '/api/clients/{clientId}/admin/workshop-registrations/'
const staffOnly = { access: 'staff', feature: 'admin_workshop_reg' } as const

export const registrationSorts = ['newest', 'oldest', 'name'] as const

const filters = {
  search: z.optional(z.string().check(z.maxLength(200))),
  workshop: z.optional(z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647))),
  status: z.optional(z.enum(registrationStatuses)),
  /** Has taken part in a course through the workshop, or not yet. */
  enrolled: z.optional(z.enum(['yes', 'no'])),
  sort: z._default(z.optional(z.enum(registrationSorts)), 'newest'),
} as const

const answer = z.object({
  label: z.string(),
  kind: workshopField.shape.kind,
  /** Null: not answered. */
  value: z.nullable(z.union([z.string(), z.boolean()])),
  file: z.nullable(z.object({ name: z.string(), url: z.string() })),
})

export const registrationRow = z.object({
  id,
  workshop: z.object({ id, title: z.string() }),
  name: z.string(),
  /** For admins only; null for instructors. */
  email: z.nullable(z.string()),
  /** Has an account here. */
  user_id: z.nullable(id),
  status: z.enum(registrationStatuses),
  until: z.nullable(timestamp),
  created_at: timestamp,
  enrolled_in: z.nullable(courseRef),
  answers: z.array(answer),
})
export type RegistrationRow = z.infer<typeof registrationRow>

export const listRegistrations = endpoint({
  name: 'workshops.registrations',
  method: 'GET',
  path: REGISTRATIONS,
  ...staffOnly,
  opensFiles: true,
  summary:
    'List registrations for the workshops that the caller manages. Admins also see and search e-mail addresses',
  params: clientParams,
  query: z.object({ ...pageQuery, ...filters }),
  response: pageOf(registrationRow),
})

export const exportRegistrations = endpoint({
  name: 'workshops.export',
  method: 'GET',
  path: `${REGISTRATIONS}export/`,
  ...staffOnly,
  rateLimit: perMinute(20),
  summary: 'Export the registrations that the filters match as CSV, for admins with e-mail addresses',
  params: clientParams,
  query: z.object(filters),
  response: z.object({ file_name: z.string(), rows: z.int(), csv: z.string() }),
})

export const SELECTION_MAX = 200
const selection = z.array(id).check(z.minLength(1), z.maxLength(SELECTION_MAX))

export const registrationActions = ['confirm', 'attended', 'no_show', 'cancel', 'enrol'] as const
export type RegistrationAction = (typeof registrationActions)[number]

/** Why a row stayed as it was. */
export const refusals = [
  'full',
  'not_started',
  'workshop_over',
  'workshop_cancelled',
  'cancelled',
  'no_account',
  'already_enrolled',
  'course_full',
  'course_premium',
  'course_closed',
  'not_allowed',
  'not_found',
  'no_seat',
] as const
export type Refusal = (typeof refusals)[number]

const rowResult = z.object({
  id,
  result: z.enum(['done', 'unchanged', 'refused']),
  reason: z.nullable(z.enum(refusals)),
})
export type RowResult = z.infer<typeof rowResult>

export const changeRegistrations = endpoint({
  name: 'workshops.changeRegistrations',
  method: 'POST',
  path: `${REGISTRATIONS}actions/`,
  ...staffOnly,
  rateLimit: perMinute(60),
  idempotency: 'natural',
  summary: 'Do one thing with many registrations; every row has its own result',
  params: clientParams,
  body: z.object({
    ids: selection,
    action: z.enum(registrationActions),
    /** For `enrol`: null takes the workshop's own course. */
    course_id: z._default(z.optional(z.nullable(id)), null),
  }),
  response: z.object({ results: z.array(rowResult) }),
})

export const mailRegistrations = endpoint({
  name: 'workshops.mail',
  method: 'POST',
  path: `${REGISTRATIONS}mail/`,
  ...staffOnly,
  rateLimit: perHour(30),
  idempotency: 'key',
  summary: 'Write a mail to the selected people; cancelled ones get none',
  params: clientParams,
  body: z.object({
    ids: selection,
    subject: singleLine(1, 150),
    text: z.string().check(z.minLength(1), z.maxLength(5000)),
    idempotency_key: z.uuid(),
  }),
  response: z.object({ results: z.array(rowResult) }),
})

export const VIEWS_MAX = 20
const savedViews = z.object({
  views: z
    .array(
      z.object({
        name: singleLine(1, 60),
        /** The filters as they stand in the address. */
        query: z.string().check(z.maxLength(500)),
      }),
    )
    .check(z.maxLength(VIEWS_MAX)),
})
export type SavedView = z.infer<typeof savedViews>['views'][number]

export const getSavedViews = endpoint({
  name: 'workshops.views',
  method: 'GET',
  path: `${REGISTRATIONS}views/`,
  ...staffOnly,
  summary: "Get the caller's saved views of the list",
  params: clientParams,
  response: savedViews,
})

export const saveViews = endpoint({
  name: 'workshops.saveViews',
  method: 'PUT',
  path: `${REGISTRATIONS}views/`,
  ...staffOnly,
  summary: "Replace the caller's saved views",
  params: clientParams,
  body: savedViews,
  response: savedViews,
})
