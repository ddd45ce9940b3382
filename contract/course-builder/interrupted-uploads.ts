/** Files of the builder that stopped on their way: told to who sent them, to go on with or to give up. */
import * as z from 'zod/mini'
import { idParam, timestamp } from '../common.ts'
import { mediaKinds, uploadPlace } from './course-builder.ts'
import { endpoint } from '../endpoint.ts'

/** A file of which no more came is kept so long after its last piece. */
export const UPLOAD_DAYS = 7

const UPLOADS = '/api/clients/{clientId}/admin/courses/{courseId}/uploads/'

export const stoppedUpload = z.object({
  upload_id: z.uuid(),
  kind: z.enum(mediaKinds),
  name: z.string(),
  size: z.int(),
  /** Never 0: of what nothing arrived there is nothing to go on with. */
  offset: z.int(),
  /** Says whether a file chosen again is this one. */
  fingerprint: z.string(),
  place: uploadPlace,
  /** When it is gone, unless more of it comes. */
  gone_at: timestamp,
})
export type StoppedUpload = z.infer<typeof stoppedUpload>

export const listUploads = endpoint({
  name: 'builder.uploads',
  method: 'GET',
  path: UPLOADS,
  access: 'staff',
  summary: 'Files for places of this course that one began oneself and that are not stored yet, newest first',
  params: z.object({ clientId: idParam, courseId: idParam }),
  response: z.object({ results: z.array(stoppedUpload) }),
})

export const discardUpload = endpoint({
  name: 'builder.discardUpload',
  method: 'DELETE',
  path: `${UPLOADS}{uploadId}/`,
  access: 'staff',
  summary: 'Gives up a file that is not stored yet, and its room with it',
  params: z.object({ clientId: idParam, courseId: idParam, uploadId: z.uuid() }),
  response: z.undefined(),
  status: 204,
})
