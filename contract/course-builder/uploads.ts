/** Files of a course: uploads in chunks that survive an interruption. */
import * as z from 'zod/mini'
import { idParam, singleLine } from '../common.ts'
import { PACKAGE_MAX_BYTES } from '../course-import/packages.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { languages } from '../languages.ts'
import { COURSE, courseParams } from './course-builder.ts'
import { scormContent } from './draft.ts'

export const mediaKinds = ['video', 'captions', 'image', 'package'] as const
export type MediaKind = (typeof mediaKinds)[number]
export const MEDIA_MAX_BYTES: Readonly<Record<MediaKind, number>> = {
  video: 2 * 1024 ** 3,
  captions: 2 * 1024 ** 2,
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
/** One chunk of a file; base64 in the body makes it a third larger. */
export const CHUNK_BYTES = 1024 * 1024

const uploadParams = z.object({ clientId: idParam, courseId: idParam, uploadId: z.uuid() })
const uploadStatus = z.object({ upload_id: z.uuid(), offset: z.int(), size: z.int() })

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
  body: z.object({
    kind: z.enum(mediaKinds),
    name: singleLine(1, 255),
    size: z.int().check(z.minimum(1), z.maximum(MEDIA_MAX_BYTES.video)),
    /** Identifies the file, so that choosing it again resumes its upload. */
    fingerprint: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,100}$/)),
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
  body: z.object({
    offset: z.int().check(z.minimum(0)),
    /** Base64. */
    data: z
      .string()
      .check(z.minLength(1), z.maxLength(Math.ceil(CHUNK_BYTES / 3) * 4), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  }),
  response: uploadStatus,
  alsoFails: [409],
  bodyLimitBytes: Math.ceil(CHUNK_BYTES / 3) * 4 + 1024,
})
export const storedMedia = z.object({
  url: z.string(),
  mime: z.string(),
  /** Of a video, if the file contains it. */
  duration_seconds: z.nullable(z.number()),
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
