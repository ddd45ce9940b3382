/** What learners reached in SCORM items, for who teaches them (scorm.ts is the learner's side). */
import * as z from 'zod/mini'
import { id, idParam, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { scormStatuses } from '../scorm/scorm.ts'

const count = z.int()
const percent = z.nullable(z.int())
const search = z.optional(z.string().check(z.maxLength(200)))

/** One SCORM item with its learners in numbers. */
export const scormLesson = z.object({
  item_id: id,
  title: z.string(),
  course: z.object({ id, title: z.string() }),
  /** What has to be reached; null where nothing has. */
  pass_percent: percent,
  /** Enrolled now; of these, who opened it, and who completed or passed it. */
  learners: count,
  opened: count,
  done: count,
  /** Of the best scores; null where no package gave one. */
  average_percent: percent,
})
export type ScormLesson = z.infer<typeof scormLesson>

export const listScormLessons = endpoint({
  name: 'scorm.lessons',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/scorm-items/',
  access: 'staff',
  summary: 'SCORM items of the courses one teaches (all of them for an admin), by course and place',
  params: z.object({ clientId: idParam }),
  query: z.object({ ...pageQuery, search }),
  response: pageOf(scormLesson),
})

/** A minus means the other way round; nothing counts as less than anything. */
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

/** The best of all attempts. */
export const scormResult = z.object({
  learner: z.object({ id, name: z.string(), email: z.string() }),
  status: z.enum(scormStatuses),
  percent,
  /** As the package counted them, over all attempts. */
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
  summary: 'Who is enrolled, with the best status and score, time and attempts in one SCORM item',
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
  summary: 'The same under the filters as CSV; cells that a spreadsheet would run are disarmed',
  params: itemParams,
  query: z.object(filters),
  response: z.object({ file_name: z.string(), rows: z.int(), csv: z.string() }),
})
