/** The recording of a session: its file, sent in chunks as a course's videos are, and its place in a course. */
import * as z from 'zod/mini'
import { clientParams, id, idParam } from '../../common.ts'
import { endpoint, perHour } from '../../endpoint.ts'
import {
  CAPTIONS_MAX_BYTES,
  CHUNK_BODY_BYTES,
  newUpload,
  storedFile,
  uploadChunk,
  uploadStatus,
  VIDEO_MAX_BYTES,
} from '../../files/uploads.ts'

const SESSION = '/api/clients/{clientId}/admin/live-sessions/{sessionId}/' as const
const UPLOAD = `${SESSION}uploads/{uploadId}/` as const
const sessionParams = z.extend(clientParams, { sessionId: idParam })
const uploadParams = z.extend(sessionParams, { uploadId: z.uuid() })

/** A recording has nothing but a video and its captions. */
export const recordingKinds = ['video', 'captions'] as const
export type RecordingKind = (typeof recordingKinds)[number]
export const RECORDING_MAX_BYTES: Readonly<Record<RecordingKind, number>> = {
  video: VIDEO_MAX_BYTES,
  captions: CAPTIONS_MAX_BYTES,
}

export const beginRecordingUpload = endpoint({
  name: 'liveAdmin.beginUpload',
  method: 'POST',
  path: `${SESSION}uploads/`,
  access: 'staff',
  feature: 'admin_live',
  rateLimit: perHour(100),
  idempotency: 'natural',
  summary:
    "Start the upload of a recording or its captions, or find the caller's earlier one of the same file",
  params: sessionParams,
  body: z.extend(newUpload, { kind: z.enum(recordingKinds) }),
  response: uploadStatus,
  status: 201,
  alsoFails: [413],
})

export const getRecordingUpload = endpoint({
  name: 'liveAdmin.upload',
  method: 'GET',
  path: UPLOAD,
  access: 'staff',
  feature: 'admin_live',
  summary: 'Get the progress of an upload',
  params: uploadParams,
  response: uploadStatus,
})

export const sendRecordingPiece = endpoint({
  name: 'liveAdmin.sendPiece',
  method: 'PATCH',
  path: UPLOAD,
  access: 'staff',
  feature: 'admin_live',
  idempotency: 'natural',
  summary: 'Send the next chunk at an offset; an already stored chunk returns the current offset',
  params: uploadParams,
  body: uploadChunk,
  response: uploadStatus,
  alsoFails: [409],
  bodyLimitBytes: CHUNK_BODY_BYTES,
})

export const finishRecordingUpload = endpoint({
  name: 'liveAdmin.finishUpload',
  method: 'POST',
  path: `${UPLOAD}completion/`,
  access: 'staff',
  feature: 'admin_live',
  idempotency: 'natural',
  summary: 'Check the content and store the file; safe to repeat',
  params: uploadParams,
  response: storedFile,
  alsoFails: [415],
})

/** published: learners have it. drafted: it waits for the other changes of the course. there: it was placed before. */
export const placementOutcomes = ['published', 'drafted', 'there'] as const
export type PlacementOutcome = (typeof placementOutcomes)[number]

export const placeRecording = endpoint({
  name: 'liveAdmin.placeRecording',
  method: 'POST',
  path: `${SESSION}recording/placement/`,
  access: 'staff',
  feature: 'admin_live',
  idempotency: 'natural',
  summary: "Add the recording as a lesson at the end of a section of one of the caller's courses; once",
  params: sessionParams,
  body: z.object({ course_id: id, section_id: id }),
  response: z.object({ outcome: z.enum(placementOutcomes) }),
  alsoFails: [409],
})
