/** Interrupted uploads of the builder, for the person who started them to resume or discard. */
import * as z from 'zod/mini'
import { idParam, timestamp } from '../common.ts'
import { mediaKinds, uploadPlace } from './uploads.ts'
import { endpoint } from '../endpoint.ts'

/** An unfinished upload is kept this long after its last chunk. */
export const UPLOAD_DAYS = 7

const UPLOADS = '/api/clients/{clientId}/admin/courses/{courseId}/uploads/'

export const interruptedUpload = z.object({
  upload_id: z.uuid(),
  kind: z.enum(mediaKinds),
  name: z.string(),
  size: z.int(),
  /** Never 0: an upload without data cannot be resumed. */
  offset: z.int(),
  /** Identifies the file, to check that the one chosen again is the same. */
  fingerprint: z.string(),
  place: uploadPlace,
  /** When it is deleted, unless it is resumed. */
  gone_at: timestamp,
})
export type StoppedUpload = z.infer<typeof interruptedUpload>

export const listUploads = endpoint({
  name: 'builder.uploads',
  method: 'GET',
  path: UPLOADS,
  access: 'staff',
  feature: 'admin_course_builder',
  summary: "List the caller's unfinished uploads for slots of this course, newest first",
  params: z.object({ clientId: idParam, courseId: idParam }),
  response: z.object({ results: z.array(interruptedUpload) }),
})

export const discardUpload = endpoint({
  name: 'builder.discardUpload',
  method: 'DELETE',
  path: `${UPLOADS}{uploadId}/`,
  access: 'staff',
  feature: 'admin_course_builder',
  summary: 'Discard an unfinished upload and free its storage',
  params: z.object({ clientId: idParam, courseId: idParam, uploadId: z.uuid() }),
  response: z.undefined(),
  status: 204,
})
