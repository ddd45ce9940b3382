/** Import and export of questions and whole courses. Nothing is stored before a dry run is confirmed. */
import * as z from 'zod/mini'
import { id, idParam, singleLine } from '../common.ts'
import { CHUNK_BYTES } from '../files/uploads.ts'
import { TITLE_MAX } from '../course-builder/draft.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { PACKAGE_MAX_BYTES, packageRefusals } from './packages.ts'
import {
  ANSWER_TEXT_COMPARED,
  questionErrors,
  questionExportFormats,
  QUESTION_FILE_MAX_BYTES,
  questionFileIssue,
  questionFormats,
  questionRow,
  questionWarnings,
} from '../question-bank/question-import.ts'
import { OPTIONS_MAX, QUESTIONS_MAX } from '../courses/quiz.ts'

const clientParams = z.object({ clientId: idParam })
const ADMIN = '/api/clients/{clientId}/admin/'
const fileName = z.string().check(z.minLength(1), z.maxLength(255, { abort: true }), z.regex(/^\P{Cc}*$/u))
const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4

/* ---- questions ---- */

export const readQuestionFile = endpoint({
  name: 'imports.questions',
  method: 'POST',
  path: `${ADMIN}question-files/`,
  access: 'staff',
  feature: 'admin_assessment_result',
  idempotency: 'natural',
  summary: 'Read a file of questions and show what each row would become; stores nothing',
  params: clientParams,
  body: z.object({
    name: fileName,
    /** Absent: detected from content and name. */
    format: z.optional(z.enum(questionFormats)),
    /** Base64. */
    data: z
      .string()
      .check(z.maxLength(base64Length(QUESTION_FILE_MAX_BYTES)), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
    /** Questions that exist already: repeats of them are marked. */
    existing: z
      .array(
        z.object({
          kind: z.string().check(z.maxLength(40)),
          prompt: z.string().check(z.maxLength(4000)),
          /** See `answerTextsOf`. */
          answers: z
            .array(z.string().check(z.maxLength(ANSWER_TEXT_COMPARED)))
            .check(z.maxLength(2 * OPTIONS_MAX)),
        }),
      )
      .check(z.maxLength(QUESTIONS_MAX)),
  }),
  response: z.object({
    /** Null for a file in none of the formats. */
    format: z.nullable(z.enum(questionFormats)),
    rows: z.array(questionRow),
    issues: z.array(questionFileIssue),
  }),
  bodyLimitBytes: base64Length(QUESTION_FILE_MAX_BYTES) + 4 * 1_048_576,
})

const writtenFile = z.object({ name: z.string(), text: z.string() })

export const getQuestionTemplate = endpoint({
  name: 'imports.questionTemplate',
  method: 'GET',
  path: `${ADMIN}question-files/template/`,
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'Get an example table with one question of each kind',
  params: clientParams,
  response: writtenFile,
})

export const writeQuestionFile = endpoint({
  name: 'imports.writeQuestions',
  method: 'POST',
  path: `${ADMIN}question-files/text/`,
  access: 'staff',
  feature: 'admin_assessment_result',
  idempotency: 'natural',
  summary: 'Write questions to a file that can be imported again; incomplete ones are left out and counted',
  params: clientParams,
  body: z.object({
    format: z.enum(questionExportFormats),
    questions: z.array(z.record(z.string(), z.unknown())).check(z.maxLength(QUESTIONS_MAX)),
  }),
  response: z.extend(writtenFile, { left_out: z.int() }),
  bodyLimitBytes: 4 * 1_048_576,
})

/* ---- courses as packages ---- */

/** A course exported by this product, a Common Cartridge 1.1 to 1.3, or SCORM 1.2 or 2004. */
export const packageKinds = ['course', 'cartridge', 'scorm'] as const
export type PackageKind = (typeof packageKinds)[number]

/** Why a whole package is rejected. */
export const importRefusals = [
  'package_unknown',
  'manifest_broken',
  'version_newer',
  'document_invalid',
  'nothing_in_it',
  'too_much_in_it',
  ...packageRefusals,
] as const
export type ImportRefusal = (typeof importRefusals)[number]

/** Notes on one part of a package. */
export const importNotes = [
  'file_missing',
  'file_damaged',
  'file_refused',
  'page_cleaned',
  'link_dropped',
  'questions_left_out',
  'not_supported',
  'part_broken',
  'part_too_large',
  'page_cut',
  'title_missing',
  'not_in_outline',
  'not_in_manifest',
  'not_shown',
  'nothing_below',
  'settings_left_out',
  'assignment_as_page',
  'web_picture',
  'embed_as_link',
  'link_in_page',
  'link_target_missing',
  'link_target_left_out',
  'quiz_pool',
  'quiz_pool_missing',
  'quiz_settings_left_out',
  'quiz_description',
  'quiz_split',
  'quiz_empty',
  'discussion',
  // SCORM sequencing rules that a course expresses in other ways.
  'scorm_order',
  'scorm_after',
  'scorm_results',
  'scorm_attempts',
  'scorm_random',
  'scorm_hidden',
  'scorm_buttons',
] as const
export type ImportNote = (typeof importNotes)[number]

export const importBecomes = [
  'section',
  'topic',
  'article',
  'video',
  'quiz',
  'question',
  'problem',
  'scorm',
  'link',
  'file',
  'nothing',
] as const
export type ImportBecomes = (typeof importBecomes)[number]

/** What a part is in the package; a `picture` is one from the web. */
export const importKinds = [
  'section',
  'topic',
  'page',
  'quiz',
  'question',
  'video',
  'problem',
  'scorm',
  'picture',
  'file',
  'link',
  'other',
] as const
export type ImportKind = (typeof importKinds)[number]

export const importLine = z.object({
  /** Path in the package. */
  path: z.string(),
  title: z.string(),
  kind: z.enum(importKinds),
  becomes: z.enum(importBecomes),
  /** Why it is changed or left out; for a question, the issues of question files. */
  notes: z.array(
    z.object({ code: z.enum([...importNotes, ...questionErrors, ...questionWarnings]), detail: z.string() }),
  ),
})
export type ImportLine = z.infer<typeof importLine>

/** Parts of one kind: each comes or is left out; those that are changed come too. */
const importTotal = z.object({
  kind: z.enum(importKinds),
  in_file: z.int(),
  will_come: z.int(),
  changed: z.int(),
  left_out: z.int(),
})
export type ImportTotal = z.infer<typeof importTotal>

export const packageReport = z.object({
  package_id: z.uuid(),
  /** Null if the package was rejected before its kind was known. */
  kind: z.nullable(z.enum(packageKinds)),
  title: z.string(),
  /** Not null: nothing of the package can be imported. */
  refused: z.nullable(z.object({ code: z.enum(importRefusals), detail: z.string() })),
  /** All parts by kind, in the order of `importKinds`; without kinds that are not in the package. */
  totals: z.array(importTotal),
  /** The parts; questions and links only with a note. */
  lines: z.array(importLine),
  /** Parts with a note that `lines` has no room for. */
  lines_omitted: z.int(),
  /** The imported course. */
  course_id: z.nullable(id),
})
export type PackageReport = z.infer<typeof packageReport>

const packageParams = z.object({ clientId: idParam, packageId: z.uuid() })
const packageUpload = z.object({ package_id: z.uuid(), offset: z.int(), size: z.int() })

export const beginPackage = endpoint({
  name: 'imports.begin',
  method: 'POST',
  path: `${ADMIN}packages/`,
  access: 'staff',
  feature: 'admin_course_builder',
  rateLimit: perHour(20),
  idempotency: 'natural',
  summary: "Start uploading a package, or find the caller's earlier upload of the same file (by fingerprint)",
  params: clientParams,
  body: z.object({
    name: fileName,
    size: z.int().check(z.minimum(1), z.maximum(PACKAGE_MAX_BYTES)),
    fingerprint: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,100}$/)),
  }),
  response: packageUpload,
  status: 201,
  alsoFails: [413],
})
export const getPackage = endpoint({
  name: 'imports.package',
  method: 'GET',
  path: `${ADMIN}packages/{packageId}/`,
  access: 'staff',
  feature: 'admin_course_builder',
  summary: 'Get the progress of a package upload',
  params: packageParams,
  response: packageUpload,
})
export const sendPackagePiece = endpoint({
  name: 'imports.sendPiece',
  method: 'PATCH',
  path: `${ADMIN}packages/{packageId}/`,
  access: 'staff',
  feature: 'admin_course_builder',
  idempotency: 'natural',
  summary: 'Send the next chunk at an offset; an already stored chunk returns the current offset',
  params: packageParams,
  body: z.object({
    offset: z.int().check(z.minimum(0)),
    /** Base64. */
    data: z
      .string()
      .check(z.minLength(1), z.maxLength(base64Length(CHUNK_BYTES)), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  }),
  response: packageUpload,
  alsoFails: [409],
  bodyLimitBytes: base64Length(CHUNK_BYTES) + 1024,
})
export const lookAtPackage = endpoint({
  name: 'imports.look',
  method: 'POST',
  path: `${ADMIN}packages/{packageId}/report/`,
  access: 'staff',
  feature: 'admin_course_builder',
  idempotency: 'natural',
  summary: 'Show what each part of a package would become; stores nothing',
  params: packageParams,
  response: packageReport,
  alsoFails: [409],
})
export const importPackage = endpoint({
  name: 'imports.course',
  method: 'POST',
  path: `${ADMIN}packages/{packageId}/course/`,
  access: 'staff',
  feature: 'admin_course_builder',
  idempotency: 'natural',
  summary: 'Import the package as a draft course, completely or not at all; safe to repeat',
  params: packageParams,
  body: z.object({ title: singleLine(1, TITLE_MAX) }),
  response: z.object({ course_id: id }),
  status: 201,
  alsoFails: [409],
})

export const exportCourse = endpoint({
  name: 'imports.export',
  method: 'POST',
  path: `${ADMIN}courses/{courseId}/export/`,
  access: 'staff',
  feature: 'admin_course_builder',
  idempotency: 'natural',
  summary: 'Get a temporary address for downloading the whole course as one file',
  params: z.object({ clientId: idParam, courseId: idParam }),
  response: z.object({ url: z.string(), name: z.string(), missing: z.array(z.string()) }),
})
