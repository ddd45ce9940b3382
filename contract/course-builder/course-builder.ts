/** The course builder: courses as their authors see them. Instructors see the courses they teach. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, language, singleLine, pageOf, pageQuery, timestamp } from '../common.ts'
import {
  courseDocument,
  DRAFT_BODY_BYTES,
  nodeKey,
  nodeKinds,
  operation,
  OPERATIONS_MAX,
  TITLE_MAX,
} from './draft.ts'
import { endpoint, perHour } from '../endpoint.ts'

export const courseParams = z.object({ clientId: idParam, courseId: idParam })
const BASE = '/api/clients/{clientId}/admin/courses/'
export const COURSE = `${BASE}{courseId}/` as const

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
  feature: 'admin_course_builder',
  opensFiles: true,
  summary: 'List the courses the caller may edit, last edited first; without a status all but archived ones',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    search: z.optional(z.string().check(z.maxLength(200))),
    status: z.optional(courseStatus),
  }),
  response: z.extend(pageOf(builderCourse), {
    /** Number of search results per status. */
    counts: z.object({ draft: z.int(), published: z.int(), changed: z.int(), archived: z.int() }),
  }),
})

export const createBuilderCourse = endpoint({
  name: 'builder.create',
  method: 'POST',
  path: BASE,
  access: 'staff',
  feature: 'admin_course_builder',
  idempotency: 'key',
  summary:
    'Create a course, empty or from a document; the caller becomes its instructor. A repeat creates no second one',
  params: clientParams,
  body: z.object({
    idempotency_key: z.uuid(),
    title: singleLine(1, TITLE_MAX),
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
  feature: 'admin_course_builder',
  idempotency: 'key',
  summary: 'Copy the draft into a new draft course with new keys and ids',
  params: courseParams,
  body: z.object({ idempotency_key: z.uuid(), title: singleLine(1, TITLE_MAX) }),
  response: z.object({ course_id: id }),
  status: 201,
})

export const setCourseState = endpoint({
  name: 'builder.state',
  method: 'POST',
  path: `${COURSE}state/`,
  access: 'staff',
  feature: 'admin_course_builder',
  idempotency: 'natural',
  summary: 'Unpublish, archive or restore a course (as a draft); safe to repeat',
  params: courseParams,
  body: z.object({ action: z.enum(['unpublish', 'archive', 'restore']) }),
  response: z.object({ status: courseStatus }),
})

/** Fields of every response about the draft. */
const stateFields = {
  /** Incremented by every save; an update names the revision it is based on. */
  revision: z.int(),
  saved_at: timestamp,
  saved_by: person,
}
export const draftState = z.object({
  ...stateFields,
  course_id: id,
  status: courseStatus,
  published_at: z.nullable(timestamp),
  document: courseDocument,
  /** Ids of the published nodes, by key; empty before the first publication. */
  live_ids: z.record(z.string(), id),
})
export type DraftState = z.infer<typeof draftState>

export const getDraft = endpoint({
  name: 'builder.draft',
  method: 'GET',
  path: `${COURSE}draft/`,
  access: 'staff',
  feature: 'admin_course_builder',
  opensFiles: true,
  summary: 'Get the draft; the first time it is created from what learners see',
  params: courseParams,
  response: draftState,
})

export const saveDraft = endpoint({
  name: 'builder.save',
  method: 'PATCH',
  path: `${COURSE}draft/`,
  access: 'staff',
  feature: 'admin_course_builder',
  idempotency: 'key',
  summary:
    'Apply operations to a revision; 409 if someone else saved since. Repeating a batch gets the first response',
  params: courseParams,
  body: z.object({
    revision: z.int(),
    batch: z.uuid(),
    operations: z.array(operation).check(z.minLength(1), z.maxLength(OPERATIONS_MAX)),
  }),
  response: z.object(stateFields),
  alsoFails: [409, 413],
  bodyLimitBytes: DRAFT_BODY_BYTES,
})

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
  'web_picture',
  'dead_link',
  'pass_mark_unreachable',
  'untranslated',
] as const
export const checkFinding = z.object({
  code: z.enum([...blockingCodes, ...warningCodes]),
  /** Blocks publishing. */
  blocking: z.boolean(),
  /** Where; null for the course itself. */
  node: z.nullable(z.object({ kind: z.enum(nodeKinds), key: nodeKey, title: z.string() })),
  /** The link, the language, or the question number; empty if not needed. */
  detail: z.string(),
})
export type CheckFinding = z.infer<typeof checkFinding>

export const checkCourse = endpoint({
  name: 'builder.check',
  method: 'GET',
  path: `${COURSE}check/`,
  access: 'staff',
  feature: 'admin_course_builder',
  // Each call may probe other hosts (docs/decisions/courses/probe-links-from-the-server.md).
  rateLimit: perHour(120),
  summary: 'Check the saved draft: what blocks publishing, and what needs attention',
  params: courseParams,
  response: z.object({ revision: z.int(), findings: z.array(checkFinding) }),
})

export const publishCourse = endpoint({
  name: 'builder.publish',
  method: 'POST',
  path: `${COURSE}publication/`,
  access: 'staff',
  feature: 'admin_course_builder',
  idempotency: 'natural',
  summary: 'Publish this revision to learners; progress is kept. Safe to repeat',
  params: courseParams,
  body: z.object({ revision: z.int() }),
  response: z.object({ ...stateFields, status: courseStatus, published_at: timestamp }),
  alsoFails: [409],
})

export const versionSummary = z.object({
  id,
  revision: z.int(),
  reason: z.enum(['published', 'interval', 'restored']),
  created_at: timestamp,
  created_by: person,
})
export type VersionLine = z.infer<typeof versionSummary>

export const listVersions = endpoint({
  name: 'builder.versions',
  method: 'GET',
  path: `${COURSE}versions/`,
  access: 'staff',
  feature: 'admin_course_builder',
  summary: 'List the saved versions, newest first',
  params: courseParams,
  query: z.object(pageQuery),
  response: pageOf(versionSummary),
})

const versionParams = z.object({ clientId: idParam, courseId: idParam, versionId: idParam })
export const getVersion = endpoint({
  name: 'builder.version',
  method: 'GET',
  path: `${COURSE}versions/{versionId}/`,
  access: 'staff',
  feature: 'admin_course_builder',
  summary: 'Get one version in full, to view and to compare',
  params: versionParams,
  response: z.extend(versionSummary, { document: courseDocument }),
})

export const restoreVersion = endpoint({
  name: 'builder.restoreVersion',
  method: 'POST',
  path: `${COURSE}versions/{versionId}/restoration/`,
  access: 'staff',
  feature: 'admin_course_builder',
  idempotency: 'natural',
  summary: 'Make a version the draft; the former draft is saved as a version',
  params: versionParams,
  body: z.object({ revision: z.int() }),
  response: draftState,
  alsoFails: [409],
})

/** How long deleted sections, topics and items can be restored. */
export const TRASH_DAYS = 30
export const trashEntry = z.object({
  id,
  kind: z.enum(nodeKinds),
  title: z.string(),
  removed_at: timestamp,
  removed_by: person,
  /** When it is deleted for good. */
  gone_at: timestamp,
})
export type TrashLine = z.infer<typeof trashEntry>

export const listTrash = endpoint({
  name: 'builder.trash',
  method: 'GET',
  path: `${COURSE}trash/`,
  access: 'staff',
  feature: 'admin_course_builder',
  summary: 'List what was deleted from this course in the last 30 days, newest first',
  params: courseParams,
  query: z.object(pageQuery),
  response: pageOf(trashEntry),
})

export const restoreTrash = endpoint({
  name: 'builder.restoreTrash',
  method: 'POST',
  path: `${COURSE}trash/{trashId}/restoration/`,
  access: 'staff',
  feature: 'admin_course_builder',
  idempotency: 'natural',
  summary: 'Restore to the former position, or to the end of what is left of its parent',
  params: z.object({ clientId: idParam, courseId: idParam, trashId: idParam }),
  response: draftState,
})

export const listTeachers = endpoint({
  name: 'builder.teachers',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/teachers/',
  access: 'staff',
  feature: 'admin_course_builder',
  summary: 'List staff who can be instructors of a course',
  params: clientParams,
  query: z.object({ search: z.optional(z.string().check(z.maxLength(200))) }),
  response: z.object({ results: z.array(z.object({ id, name: z.string() })) }),
})
