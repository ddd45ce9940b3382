/** Files that travel in chunks and survive an interruption, whatever they belong to. */
import * as z from 'zod/mini'
import { singleLine } from '../common.ts'

export const VIDEO_MAX_BYTES = 2 * 1024 ** 3
export const CAPTIONS_MAX_BYTES = 2 * 1024 ** 2
/** One chunk of a file; base64 in the body makes it a third larger. */
export const CHUNK_BYTES = 1024 * 1024
export const CHUNK_BODY_BYTES = Math.ceil(CHUNK_BYTES / 3) * 4 + 1024

export const uploadStatus = z.object({ upload_id: z.uuid(), offset: z.int(), size: z.int() })

export const newUpload = z.object({
  name: singleLine(1, 255),
  size: z.int().check(z.minimum(1), z.maximum(VIDEO_MAX_BYTES)),
  /** Identifies the file, so that choosing it again resumes its upload. */
  fingerprint: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,100}$/)),
})

export const uploadChunk = z.object({
  offset: z.int().check(z.minimum(0)),
  /** Base64. */
  data: z
    .string()
    .check(z.minLength(1), z.maxLength(Math.ceil(CHUNK_BYTES / 3) * 4), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
})

export const storedFile = z.object({
  url: z.string(),
  mime: z.string(),
  /** Of a video, if the file contains it. */
  duration_seconds: z.nullable(z.number()),
})
export type StoredFile = z.infer<typeof storedFile>
