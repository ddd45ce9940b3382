/** What a device needs to use a course without a connection (PW3). */
import * as z from 'zod/mini'
import { id, idParam } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { codeKinds } from '../problems/problems.ts'

export const offlineFile = z.object({
  /** Stable path on this origin, under which the device keeps the file; the content under it never changes. */
  url: z.string(),
  /** Where the caller's session fetches it now; absent in responses of older servers. */
  address: z.optional(z.string()),
  bytes: z.int(),
  kind: z.enum(['picture', 'film', 'captions']),
  mime: z.string(),
  /** Videos with the same item are formats of one video: a device needs the first one it can play. */
  item_id: z.nullable(id),
})
export type OfflineFile = z.infer<typeof offlineFile>

export const courseOffline = z.object({
  course_id: id,
  title: z.string(),
  /** Changes when anything listed here changes. */
  revision: z.string(),
  /** Topics open to the caller, in course order. */
  topics: z.array(z.object({ id, items: z.array(id), problems: z.array(id) })),
  /** Number of topics locked for the caller, which cannot be saved. */
  locked_topics: z.int(),
  /** Languages of the problems in these topics. */
  languages: z.array(z.enum(codeKinds)),
  files: z.array(offlineFile),
  /** Items whose video is only available as a stream. */
  online_only: z.array(id),
  /** Approximate size of texts, quizzes and problems together. */
  text_bytes: z.int(),
})
export type CourseOffline = z.infer<typeof courseOffline>

export const getCourseOffline = endpoint({
  name: 'offline.course',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/{courseId}/offline/',
  access: 'member',
  feature: 'course',
  inSupportView: 'refused',
  offline: 'cache',
  opensFiles: true,
  summary: 'List what a device must fetch to save this course offline, with sizes; requires enrolment',
  params: z.object({ clientId: idParam, courseId: idParam }),
  response: courseOffline,
})
