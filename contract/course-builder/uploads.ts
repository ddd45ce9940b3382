/** Files of a course: uploads in chunks that survive an interruption. */
import * as z from 'zod/mini'
import { idParam } from '../common.ts'
import { PACKAGE_MAX_BYTES } from '../course-import/packages.ts'
import { endpoint, perHour } from '../endpoint.ts'
import {
  CAPTIONS_MAX_BYTES,
  CHUNK_BODY_BYTES,
  newUpload,
  storedFile,
  uploadChunk,
  uploadStatus,
  VIDEO_MAX_BYTES,
} from '../files/uploads.ts'
import { languages } from '../languages.ts'
import { COURSE, courseParams } from './course-builder.ts'
import { scormContent } from './draft.ts'

export const mediaKinds = ['video', 'captions', 'image', 'package'] as const
export type MediaKind = (typeof mediaKinds)[number]
export const MEDIA_MAX_BYTES: Readonly<Record<MediaKind, number>> = {
  video: VIDEO_MAX_BYTES,
  captions: CAPTIONS_MAX_BYTES,
  image: 20 * 1024 ** 2,
  package: PACKAGE_MAX_BYTES,
}
/** The slot of a file: the cover, or a part of an item by its key. */
export const uploadPlace = z
  .string()
  .check(
    z.regex(
      new RegExp(`^(?:cover|[a-z0-9-]{1,40}\\.(?:video|package|captions\\.(?:${languages.join('|')})))$`),
    ),
  )

const uploadParams = z.object({ clientId: idParam, courseId: idParam, uploadId: z.uuid() })

export const beginUpload = endpoint({
  name: 'builder.beginUpload',
  method: 'POST',
  path: `${COURSE}uploads/`,
  access: 'staff',
  feature: 'admin_course_builder',
  // trust 8.6 says 20 an hour; filling a course with videos, captions and pictures takes more, and the quota limits the bytes.
  rateLimit: perHour(300),
  idempotency: 'natural',
  summary: "Start an upload, or find the caller's earlier upload of the same file (by fingerprint)",
  params: courseParams,
  body: z.extend(newUpload, {
    kind: z.enum(mediaKinds),
    /** Absent for pictures in texts: no notice if the upload is interrupted. */
    place: z.optional(uploadPlace),
  }),
  response: uploadStatus,
  status: 201,
  alsoFails: [413],
})
export const getUpload = endpoint({
  name: 'builder.upload',
  method: 'GET',
  path: `${COURSE}uploads/{uploadId}/`,
  access: 'staff',
  feature: 'admin_course_builder',
  summary: 'Get the progress of an upload',
  params: uploadParams,
  response: uploadStatus,
})
export const sendPiece = endpoint({
  name: 'builder.sendPiece',
  method: 'PATCH',
  path: `${COURSE}uploads/{uploadId}/`,
  access: 'staff',
  feature: 'admin_course_builder',
  idempotency: 'natural',
  summary: 'Send the next chunk at an offset; an already stored chunk returns the current offset',
  params: uploadParams,
  body: uploadChunk,
  response: uploadStatus,
  alsoFails: [409],
  bodyLimitBytes: CHUNK_BODY_BYTES,
})
export const storedMedia = z.extend(storedFile, {
  /** Of a package: its launchable parts, each as the content of an item. */
  parts: z.optional(z.array(z.object({ title: z.string(), content: scormContent }))),
  /** Of a package: files that its manifest lists and the package lacks; absent if it is complete. */
  missing_files: z.optional(z.array(z.string())),
})
export type StoredMedia = z.infer<typeof storedMedia>
export const finishUpload = endpoint({
  name: 'builder.finishUpload',
  method: 'POST',
  path: `${COURSE}uploads/{uploadId}/completion/`,
  access: 'staff',
  feature: 'admin_course_builder',
  idempotency: 'natural',
  summary: 'Check the content and store the file; safe to repeat',
  params: uploadParams,
  response: storedMedia,
  alsoFails: [415],
})
