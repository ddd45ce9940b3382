/** Saved views of the list of people: filters, order and columns under a name, private or shared with the admins. */
import * as z from 'zod/mini'
import { clientParams, empty, id, idParam, singleLine } from '../common.ts'
import { endpoint, perMinute } from '../endpoint.ts'
import { studentColumns, studentRoles, studentSorts, studentStates } from './students.ts'

const VIEWS = '/api/clients/{clientId}/admin/student-views/'
const onPage = { feature: 'admin_manage_students' } as const
const viewParams = z.object({ clientId: idParam, viewId: idParam })

export const VIEW_NAME_MAX = 60
/** Of one person. */
export const VIEWS_MAX = 50

const viewSettings = z.object({
  search: z.string().check(z.maxLength(200)),
  course: z.nullable(id),
  group: z.nullable(id),
  state: z.nullable(z.enum(studentStates)),
  role: z.enum(studentRoles),
  sort: z.enum(studentSorts),
  /** In their order. */
  columns: z.array(z.enum(studentColumns)).check(z.maxLength(studentColumns.length)),
})
export type ViewSettings = z.infer<typeof viewSettings>

const name = singleLine(1, VIEW_NAME_MAX)
export const studentView = z.object({
  id,
  name: z.string(),
  is_shared: z.boolean(),
  /** Only its owner changes it. */
  is_own: z.boolean(),
  owner: z.string(),
  settings: viewSettings,
})
export type StudentView = z.infer<typeof studentView>
const body = z.object({ name, is_shared: z.boolean(), settings: viewSettings })

export const listViews = endpoint({
  name: 'students.views',
  method: 'GET',
  path: VIEWS,
  access: 'staff',
  ...onPage,
  summary: "List the caller's views, and for admins those that others share, by name",
  params: clientParams,
  response: z.object({ views: z.array(studentView) }),
})

export const createView = endpoint({
  name: 'students.createView',
  method: 'POST',
  path: VIEWS,
  access: 'staff',
  ...onPage,
  rateLimit: perMinute(30),
  idempotency: 'natural',
  status: 201,
  summary: `Save a view, at most ${VIEWS_MAX} of one person; only admins share`,
  params: clientParams,
  body,
  response: studentView,
  alsoFails: [409],
})

export const saveView = endpoint({
  name: 'students.saveView',
  method: 'PUT',
  path: `${VIEWS}{viewId}/`,
  access: 'staff',
  ...onPage,
  summary: 'Change a view of the caller',
  params: viewParams,
  body,
  response: studentView,
})

export const deleteView = endpoint({
  name: 'students.deleteView',
  method: 'DELETE',
  path: `${VIEWS}{viewId}/`,
  access: 'staff',
  ...onPage,
  summary: 'Delete a view of the caller',
  params: viewParams,
  response: empty,
  status: 204,
})
