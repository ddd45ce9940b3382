/** The course builder (issue "instructor and admin"): courses as their authors see them. Instructors: those they teach. */
import * as z from 'zod/mini'
import {
  clientParams,
  id,
  idParam,
  language,
  languages,
  line,
  pageOf,
  pageQuery,
  timestamp,
} from '../common.ts'
import {
  courseDocument,
  DRAFT_BODY_BYTES,
  nodeKey,
  nodeKinds,
  operation,
  OPERATIONS_MAX,
  scormContent,
  TITLE_MAX,
} from './draft.ts'
import { endpoint } from '../endpoint.ts'
import { PACKAGE_MAX_BYTES } from '../course-import/packages.ts'

const courseParams = z.object({ clientId: idParam, courseId: idParam })
const BASE = '/api/clients/{clientId}/admin/courses/'
const COURSE = `${BASE}{courseId}/` as const

/** `changed`: published, and edited since. */
export const courseStatuses = ['draft', 'published', 'changed', 'archived'] as const
export const courseStatus = z.enum(courseStatuses)
export type CourseStatus = (typeof courseStatuses)[number]

const person = z.nullable(z.object({ id, name: z.string() }))

export const builderCourse = z.object({
  id,
  title: z.string(),
  status: courseStatus,
  cover_url: z.nullable(z.string()),
  sections: z.int(),
  topics: z.int(),
  students: z.int(),
  instructors: z.array(z.string()),
  saved_at: timestamp,
  saved_by: person,
  published_at: z.nullable(timestamp),
})
export type BuilderCourse = z.infer<typeof builderCourse>

export const listBuilderCourses = endpoint({
  name: 'builder.list',
  method: 'GET',
  path: BASE,
  access: 'staff',
  summary: 'Courses one may edit, last edited first; without a status all but the archived ones',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    search: z.optional(z.string().check(z.maxLength(200))),
    status: z.optional(courseStatus),
  }),
  response: z.extend(pageOf(builderCourse), {
    /** How many under the search, by status. */
    counts: z.object({ draft: z.int(), published: z.int(), changed: z.int(), archived: z.int() }),
  }),
})

export const createBuilderCourse = endpoint({
  name: 'builder.create',
  method: 'POST',
  path: BASE,
  access: 'staff',
  summary:
    'A new course, empty or with the content of a document; its maker teaches it. A repeat makes no second one',
  params: clientParams,
  body: z.object({
    idempotency_key: z.uuid(),
    title: line(1, TITLE_MAX),
    language,
    document: z.optional(courseDocument),
  }),
  response: z.object({ course_id: id }),
  status: 201,
  alsoFails: [413],
  bodyLimitBytes: 16 * 1_048_576,
})

export const duplicateCourse = endpoint({
  name: 'builder.duplicate',
  method: 'POST',
  path: `${COURSE}copies/`,
  access: 'staff',
  summary: 'A copy of the draft as a new draft course, with keys and ids of its own',
  params: courseParams,
  body: z.object({ idempotency_key: z.uuid(), title: line(1, TITLE_MAX) }),
  response: z.object({ course_id: id }),
  status: 201,
})

export const setCourseState = endpoint({
  name: 'builder.state',
  method: 'POST',
  path: `${COURSE}state/`,
  access: 'staff',
  summary:
    'Takes a course off the catalogue, into the archive, or out of it (as a draft); harmless to repeat',
  params: courseParams,
  body: z.object({ action: z.enum(['unpublish', 'archive', 'restore']) }),
  response: z.object({ status: courseStatus }),
})

/** What every answer about the draft tells. */
const standing = {
  /** One more with each saved change; a change names the one it was made on. */
  revision: z.int(),
  saved_at: timestamp,
  saved_by: person,
}
export const draftState = z.object({
  ...standing,
  course_id: id,
  status: courseStatus,
  published_at: z.nullable(timestamp),
  document: courseDocument,
  /** Ids that nodes have for learners, by key; empty before the first publication. */
  live_ids: z.record(z.string(), id),
})
export type DraftState = z.infer<typeof draftState>

export const getDraft = endpoint({
  name: 'builder.draft',
  method: 'GET',
  path: `${COURSE}draft/`,
  access: 'staff',
  summary: 'The draft; made from what learners see when there is none yet',
  params: courseParams,
  response: draftState,
})

export const saveDraft = endpoint({
  name: 'builder.save',
  method: 'PATCH',
  path: `${COURSE}draft/`,
  access: 'staff',
  summary:
    'Operations upon a revision; 409 when somebody else saved since. The same batch once more answers as the first did',
  params: courseParams,
  body: z.object({
    revision: z.int(),
    batch: z.uuid(),
    operations: z.array(operation).check(z.minLength(1), z.maxLength(OPERATIONS_MAX)),
  }),
  response: z.object(standing),
  alsoFails: [409, 413],
  bodyLimitBytes: DRAFT_BODY_BYTES,
})

/* ---- publishing ---- */

export const blockingCodes = [
  'no_title',
  'no_section',
  'empty_section',
  'empty_topic',
  'node_untitled',
  'empty_article',
  'no_video',
  'video_length_unknown',
  'no_package',
  'no_questions',
  'question_incomplete',
  'problem_incomplete',
  'requires_itself',
  'no_instructor',
] as const
export const warningCodes = [
  'no_description',
  'no_captions',
  'no_alt_text',
  'dead_link',
  'pass_mark_unreachable',
  'untranslated',
] as const
export const checkFinding = z.object({
  code: z.enum([...blockingCodes, ...warningCodes]),
  /** Nothing is published while one of these stands. */
  blocking: z.boolean(),
  /** Where; null for the course itself. */
  node: z.nullable(z.object({ kind: z.enum(nodeKinds), key: nodeKey, title: z.string() })),
  /** The link, the language, or the number of the question; empty where nothing more is to be said. */
  detail: z.string(),
})
export type CheckFinding = z.infer<typeof checkFinding>

export const checkCourse = endpoint({
  name: 'builder.check',
  method: 'GET',
  path: `${COURSE}check/`,
  access: 'staff',
  summary: 'What keeps the saved draft from being published, and what should be looked at',
  params: courseParams,
  response: z.object({ revision: z.int(), findings: z.array(checkFinding) }),
})

export const publishCourse = endpoint({
  name: 'builder.publish',
  method: 'POST',
  path: `${COURSE}publication/`,
  access: 'staff',
  summary: 'Learners see this revision from now on; progress is kept. Harmless to repeat',
  params: courseParams,
  body: z.object({ revision: z.int() }),
  response: z.object({ ...standing, status: courseStatus, published_at: timestamp }),
  alsoFails: [409],
})

/* ---- versions and trash ---- */

export const versionLine = z.object({
  id,
  revision: z.int(),
  reason: z.enum(['published', 'interval', 'restored']),
  created_at: timestamp,
  created_by: person,
})
export type VersionLine = z.infer<typeof versionLine>

export const listVersions = endpoint({
  name: 'builder.versions',
  method: 'GET',
  path: `${COURSE}versions/`,
  access: 'staff',
  summary: 'Kept versions, newest first',
  params: courseParams,
  query: z.object(pageQuery),
  response: pageOf(versionLine),
})

const versionParams = z.object({ clientId: idParam, courseId: idParam, versionId: idParam })
export const getVersion = endpoint({
  name: 'builder.version',
  method: 'GET',
  path: `${COURSE}versions/{versionId}/`,
  access: 'staff',
  summary: 'One version whole, to look at and to compare',
  params: versionParams,
  response: z.extend(versionLine, { document: courseDocument }),
})

export const restoreVersion = endpoint({
  name: 'builder.restoreVersion',
  method: 'POST',
  path: `${COURSE}versions/{versionId}/restoration/`,
  access: 'staff',
  summary: 'Makes a version the draft; the draft that stood there is kept as a version',
  params: versionParams,
  body: z.object({ revision: z.int() }),
  response: draftState,
  alsoFails: [409],
})

/** Deleted sections, topics and items wait so long. */
export const TRASH_DAYS = 30
export const trashLine = z.object({
  id,
  kind: z.enum(nodeKinds),
  title: z.string(),
  removed_at: timestamp,
  removed_by: person,
  /** When it is gone for good. */
  gone_at: timestamp,
})
export type TrashLine = z.infer<typeof trashLine>

export const listTrash = endpoint({
  name: 'builder.trash',
  method: 'GET',
  path: `${COURSE}trash/`,
  access: 'staff',
  summary: 'What was deleted from this course in the last 30 days, newest first',
  params: courseParams,
  query: z.object(pageQuery),
  response: pageOf(trashLine),
})

export const restoreTrash = endpoint({
  name: 'builder.restoreTrash',
  method: 'POST',
  path: `${COURSE}trash/{trashId}/restoration/`,
  access: 'staff',
  summary: 'Back where it stood, or at the end of what is left of that place',
  params: z.object({ clientId: idParam, courseId: idParam, trashId: idParam }),
  response: draftState,
})

/* ---- people and files ---- */

export const listTeachers = endpoint({
  name: 'builder.teachers',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/teachers/',
  access: 'staff',
  summary: 'Staff who can be named as instructors of a course',
  params: clientParams,
  query: z.object({ search: z.optional(z.string().check(z.maxLength(200))) }),
  response: z.object({ results: z.array(z.object({ id, name: z.string() })) }),
})

export const mediaKinds = ['video', 'captions', 'image', 'package'] as const
export type MediaKind = (typeof mediaKinds)[number]
export const MEDIA_MAX_BYTES: Readonly<Record<MediaKind, number>> = {
  video: 2 * 1024 ** 3,
  captions: 2 * 1024 ** 2,
  image: 20 * 1024 ** 2,
  package: PACKAGE_MAX_BYTES,
}
/** What a file is for: the cover, or a part of an item by its key. */
export const uploadPlace = z
  .string()
  .check(
    z.regex(
      new RegExp(`^(?:cover|[a-z0-9-]{1,40}\\.(?:video|package|captions\\.(?:${languages.join('|')})))$`),
    ),
  )
/** One piece of a file; written as base64 in a body, hence the limit of a third more. */
export const CHUNK_BYTES = 1024 * 1024

const uploadParams = z.object({ clientId: idParam, courseId: idParam, uploadId: z.uuid() })
const uploadStatus = z.object({ upload_id: z.uuid(), offset: z.int(), size: z.int() })

export const beginUpload = endpoint({
  name: 'builder.beginUpload',
  method: 'POST',
  path: `${COURSE}uploads/`,
  access: 'staff',
  summary: 'Begins a file, or finds the same one that its sender began before (by fingerprint)',
  params: courseParams,
  body: z.object({
    kind: z.enum(mediaKinds),
    name: line(1, 255),
    size: z.int().check(z.minimum(1), z.maximum(MEDIA_MAX_BYTES.video)),
    /** Says whether a file chosen again is the one begun before. */
    fingerprint: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,100}$/)),
    /** Absent: nobody is told when it stops (pictures in texts). */
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
  summary: 'How far a file is',
  params: uploadParams,
  response: uploadStatus,
})
export const sendPiece = endpoint({
  name: 'builder.sendPiece',
  method: 'PATCH',
  path: `${COURSE}uploads/{uploadId}/`,
  access: 'staff',
  summary: 'The next piece at an offset; a piece that is there already answers the present offset',
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
  /** Of a video, as far as the file tells. */
  duration_seconds: z.nullable(z.number()),
  /** Of a package: what can be opened in it, each as an item plays it. */
  parts: z.optional(z.array(z.object({ title: z.string(), content: scormContent }))),
})
export type StoredMedia = z.infer<typeof storedMedia>
export const finishUpload = endpoint({
  name: 'builder.finishUpload',
  method: 'POST',
  path: `${COURSE}uploads/{uploadId}/completion/`,
  access: 'staff',
  summary: 'Checks the content and stores the file; harmless to repeat',
  params: uploadParams,
  response: storedMedia,
  alsoFails: [415],
})
