/** What a learner's device needs to have a course without a connection (FEATURES PW3). */
import * as z from 'zod/mini'
import { id, idParam } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { codeKinds } from '../problems/problems.ts'

export const offlineFile = z.object({
  /** Path on this origin; its content never changes under it. */
  url: z.string(),
  bytes: z.int(),
  kind: z.enum(['picture', 'film', 'captions']),
  mime: z.string(),
  /** Films of one item are the same film in several formats: a device needs the first that it can play. */
  item_id: z.nullable(id),
})
export type OfflineFile = z.infer<typeof offlineFile>

export const courseOffline = z.object({
  course_id: id,
  title: z.string(),
  /** Another one when anything of what is listed here changed. */
  revision: z.string(),
  /** Topics that are open to the caller, in course order. */
  topics: z.array(z.object({ id, items: z.array(id), problems: z.array(id) })),
  /** Topics that are still closed for the caller, and so cannot be taken along. */
  locked_topics: z.int(),
  /** Languages that problems of these topics run in. */
  languages: z.array(z.enum(codeKinds)),
  files: z.array(offlineFile),
  /** Items whose film exists only as a stream. */
  online_only: z.array(id),
  /** Texts, quizzes and problems together, roughly. */
  text_bytes: z.int(),
})
export type CourseOffline = z.infer<typeof courseOffline>

export const getCourseOffline = endpoint({
  name: 'offline.course',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/{courseId}/offline/',
  access: 'member',
  summary: 'What a device must fetch to have this course offline, with sizes; needs enrolment',
  params: z.object({ clientId: idParam, courseId: idParam }),
  response: courseOffline,
})
