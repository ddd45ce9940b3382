/** Workshops as staff manage them: instructors their own and those of their courses, admins all. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, pageOf, pageQuery, singleLine, timestamp } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { LOCAL_TIME } from '../live/zone-time.ts'
import {
  CAPACITY_MAX,
  DESCRIPTION_MAX,
  MINUTES_MAX,
  MINUTES_MIN,
  TITLE_MAX,
  courseRef,
  workshopCode,
  workshopDecisions,
  workshopFields,
  workshopStates,
} from './shapes.ts'

const WORKSHOPS = '/api/clients/{clientId}/admin/workshops/'
const workshopParams = z.object({ clientId: idParam, workshopId: idParam })
const staffOnly = { access: 'staff', feature: 'admin_workshop_reg' } as const

/** How many registrations have each status. */
const counts = z.object({
  registered: z.int(),
  waiting: z.int(),
  offered: z.int(),
  confirmed: z.int(),
  attended: z.int(),
  no_show: z.int(),
  cancelled: z.int(),
})

export const managedWorkshop = z.object({
  id,
  code: workshopCode,
  title: z.string(),
  cover: z.nullable(z.string()),
  state: z.enum(workshopStates),
  starts_at: timestamp,
  ends_at: timestamp,
  time_zone: z.string(),
  place: z.string(),
  is_online: z.boolean(),
  capacity: z.nullable(z.int()),
  seats_left: z.nullable(z.int()),
  course: z.nullable(courseRef),
  counts,
})
export type ManagedWorkshop = z.infer<typeof managedWorkshop>

export const workshopPeriods = ['coming', 'past', 'all'] as const

export const listWorkshops = endpoint({
  name: 'workshops.list',
  method: 'GET',
  path: WORKSHOPS,
  ...staffOnly,
  summary: 'List the workshops that the caller manages, with the number of registrations of each status',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    period: z._default(z.optional(z.enum(workshopPeriods)), 'all'),
    search: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: pageOf(managedWorkshop),
})

/** What the editor edits. */
const workshopDraft = {
  title: singleLine(1, TITLE_MAX),
  description: z.string().check(z.maxLength(DESCRIPTION_MAX)),
  cover: z.nullable(z.string().check(z.maxLength(300))),
  course_id: z.nullable(id),
  /** The clock of the zone. */
  starts_local: z.string().check(z.regex(LOCAL_TIME)),
  time_zone: z.string().check(z.minLength(1), z.maxLength(60)),
  minutes: z.int().check(z.minimum(MINUTES_MIN), z.maximum(MINUTES_MAX)),
  place: singleLine(0, 300),
  /** https only; empty: nothing online. */
  link: singleLine(0, 1000),
  capacity: z.nullable(z.int().check(z.minimum(1), z.maximum(CAPACITY_MAX))),
  fields: workshopFields,
  double_opt_in: z.boolean(),
}
export const workshopDraftShape = z.object(workshopDraft)
export type WorkshopDraft = z.infer<typeof workshopDraftShape>

const workshopDocument = z.object({
  workshop: managedWorkshop,
  draft: z.object(workshopDraft),
  /** Rises with every change; saving an older one is a conflict. */
  version: z.int(),
})
export type WorkshopDocument = z.infer<typeof workshopDocument>

export const getWorkshop = endpoint({
  name: 'workshops.get',
  method: 'GET',
  path: `${WORKSHOPS}{workshopId}/`,
  ...staffOnly,
  summary: 'Get a workshop to edit it',
  params: workshopParams,
  response: workshopDocument,
})

export const createWorkshop = endpoint({
  name: 'workshops.create',
  method: 'POST',
  path: WORKSHOPS,
  ...staffOnly,
  rateLimit: perHour(60),
  idempotency: 'key',
  summary: 'Create a workshop as a draft',
  params: clientParams,
  body: z.object({ ...workshopDraft, idempotency_key: z.uuid() }),
  response: workshopDocument,
  status: 201,
})

export const saveWorkshop = endpoint({
  name: 'workshops.save',
  method: 'PUT',
  path: `${WORKSHOPS}{workshopId}/`,
  ...staffOnly,
  summary: 'Save a workshop; people with a seat get a mail when its time or place changes',
  params: workshopParams,
  body: z.object({ ...workshopDraft, version: z.int() }),
  response: workshopDocument,
  alsoFails: [409],
})

export const setWorkshopState = endpoint({
  name: 'workshops.setState',
  method: 'POST',
  path: `${WORKSHOPS}{workshopId}/state/`,
  ...staffOnly,
  idempotency: 'natural',
  summary: 'Open or close the registration, or cancel the workshop',
  params: workshopParams,
  body: z.object({ state: z.enum(workshopDecisions) }),
  response: workshopDocument,
  alsoFails: [409],
})

export const COVER_MAX_BYTES = 5 * 1024 * 1024
export const uploadWorkshopCover = endpoint({
  name: 'workshops.uploadCover',
  method: 'POST',
  path: '/api/clients/{clientId}/admin/workshop-covers/',
  ...staffOnly,
  rateLimit: perHour(60),
  idempotency: 'natural',
  summary: 'Store a picture for a cover; the same picture has the same address',
  params: clientParams,
  body: z.object({
    /** Base64. */
    data: z.string().check(z.minLength(1), z.maxLength(Math.ceil(COVER_MAX_BYTES / 3) * 4)),
  }),
  bodyLimitBytes: 8 * 1024 * 1024,
  response: z.object({ url: z.string() }),
  status: 201,
  alsoFails: [413],
})

export const getWorkshopOptions = endpoint({
  name: 'workshops.options',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/workshop-options/',
  ...staffOnly,
  summary: "Get what a new workshop can choose from: the caller's courses, and the client's time zone",
  params: clientParams,
  response: z.object({ courses: z.array(courseRef), time_zone: z.string() }),
})
