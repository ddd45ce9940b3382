/** Results of learners in SCORM items, for instructors (scorm/scorm.ts is the learner's side). */
import * as z from 'zod/mini'
import { id, idParam, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { scormStatuses } from '../scorm/scorm.ts'

const count = z.int()
const percent = z.nullable(z.int())
const search = z.optional(z.string().check(z.maxLength(200)))

/** One SCORM item with the numbers of its learners. */
export const scormLesson = z.object({
  item_id: id,
  title: z.string(),
  course: z.object({ id, title: z.string() }),
  /** Required score; null if there is none. */
  pass_percent: percent,
  /** Enrolled now; of these, those who opened it and those who completed or passed it. */
  learners: count,
  opened: count,
  done: count,
  /** Average of the best scores; null if no package reported one. */
  average_percent: percent,
})
export type ScormLesson = z.infer<typeof scormLesson>

export const listScormLessons = endpoint({
  name: 'scorm.lessons',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/scorm-items/',
  access: 'staff',
  feature: 'admin_course_builder',
  summary: "List the SCORM items of the caller's courses (all courses for an admin), in course order",
  params: z.object({ clientId: idParam }),
  query: z.object({ ...pageQuery, search }),
  response: pageOf(scormLesson),
})

/** A minus reverses the order; missing values sort lowest. */
export const scormOrders = [
  'name',
  '-percent',
  'percent',
  '-seconds',
  'seconds',
  '-attempts',
  'attempts',
  '-last_used',
  'last_used',
] as const

const itemParams = z.object({ clientId: idParam, itemId: idParam })
const filters = { search, status: z.optional(z.enum(scormStatuses)) }

/** Best of all attempts. */
export const scormResult = z.object({
  /** The address is for admins: null for instructors. */
  learner: z.object({ id, name: z.string(), email: z.nullable(z.string()) }),
  status: z.enum(scormStatuses),
  percent,
  /** As reported by the package, over all attempts. */
  seconds: count,
  attempts: count,
  last_used_at: z.nullable(timestamp),
})
export type ScormResult = z.infer<typeof scormResult>

export const listScormResults = endpoint({
  name: 'scorm.results',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/scorm-items/{itemId}/results/',
  access: 'staff',
  feature: 'admin_course_builder',
  summary: 'List the enrolled learners with best status and score, time and attempts in one SCORM item',
  params: itemParams,
  query: z.object({
    ...pageQuery,
    ...filters,
    ordering: z._default(z.optional(z.enum(scormOrders)), 'name'),
  }),
  response: z.extend(pageOf(scormResult), { lesson: scormLesson }),
})
export type ScormResultsPage = z.infer<(typeof listScormResults)['response']>

export const exportScormResults = endpoint({
  name: 'scorm.exportResults',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/scorm-items/{itemId}/results/export/',
  access: 'staff',
  feature: 'admin_course_builder',
  stepUp: true,
  summary: 'Export the filtered results as CSV; cells that a spreadsheet would run are escaped',
  params: itemParams,
  query: z.object(filters),
  response: z.object({ file_name: z.string(), rows: z.int(), csv: z.string() }),
})
