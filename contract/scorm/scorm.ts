/**
 * SCORM 1.2 and 2004 packages as items of a course. Code in a package is not trusted: what it reports counts
 * for its
 * own learner only, and the server decides what it means.
 */
import * as z from 'zod/mini'
import { idParam, timestamp } from '../common.ts'
import { nodeKey } from '../course-builder/draft.ts'
import { progressResult } from '../courses/progress.ts'
import { endpoint } from '../endpoint.ts'

/** SCORM requires 4,096 (1.2) and 64,000 (2004, 4th edition) characters; packages write more into both. */
export const SCORM_VALUE_MAX = 65_536
/** Characters of all values of one attempt. */
export const SCORM_STATE_MAX = 262_144
export const SCORM_KEYS_MAX = 5_000
/** Attempts per learner and item. */
export const SCORM_ATTEMPTS_MAX = 100

/** Values by their names in the run-time data model, for example `cmi.core.lesson_status`. */
export const scormState = z
  .record(
    z.string().check(z.regex(/^cmi\.[a-z0-9_.]{1,200}$/)),
    z.string().check(z.maxLength(SCORM_VALUE_MAX)),
  )
  .check(
    z.refine(
      (state) => {
        const entries = Object.entries(state)
        return (
          entries.length <= SCORM_KEYS_MAX &&
          entries.reduce((sum, [key, value]) => sum + key.length + value.length, 0) <= SCORM_STATE_MAX
        )
      },
      { message: 'too large' },
    ),
  )
export type ScormState = z.infer<typeof scormState>

export const scormStatuses = ['not_attempted', 'incomplete', 'completed', 'passed', 'failed'] as const
export const scormAttempt = z.object({
  /** From 1. */
  number: z.int(),
  status: z.enum(scormStatuses),
  /** 0 to 100; null if the package reported no score. */
  percent: z.nullable(z.int()),
  started_at: timestamp,
  saved_at: timestamp,
})
export type ScormAttempt = z.infer<typeof scormAttempt>

/** Address of the package and initial state of its run-time. */
export const scormLaunch = z.object({
  version: z.enum(['1.2', '2004']),
  /** Path of the page to open, valid for some hours. */
  path: z.string(),
  /** The package's own origin; null if there is none and the frame must be sandboxed. */
  origin: z.nullable(z.string()),
  state: z.record(z.string(), z.string()),
})
export type ScormLaunch = z.infer<typeof scormLaunch>

const itemParams = z.object({ clientId: idParam, itemId: idParam })

export const openScorm = endpoint({
  name: 'scorm.open',
  method: 'POST',
  path: '/api/clients/{clientId}/items/{itemId}/scorm/',
  access: 'member',
  feature: 'course',
  idempotency: 'key',
  summary: 'Open a SCORM item with the running attempt or a new one; safe to repeat with the same session',
  params: itemParams,
  body: z.object({
    /** One opened player. The player opened last holds the attempt. */
    session: z.uuid(),
    new_attempt: z.boolean(),
  }),
  response: z.object({
    launch: scormLaunch,
    /** Null in a preview: nothing is stored. */
    attempt: z.nullable(scormAttempt),
    /** Newest first. */
    attempts: z.array(scormAttempt),
    progress: z.nullable(progressResult),
  }),
  alsoFails: [409],
})
export type OpenedScorm = z.infer<(typeof openScorm)['response']>

export const saveScorm = endpoint({
  name: 'scorm.save',
  method: 'PUT',
  path: '/api/clients/{clientId}/items/{itemId}/scorm/attempts/{attemptId}/',
  access: 'member',
  feature: 'course',
  summary: 'Save the state of the package; safe to repeat. A state older than the stored one is ignored',
  /** An attempt's id is its number. */
  params: z.extend(itemParams, { attemptId: idParam }),
  body: z.object({
    session: z.uuid(),
    /** Increments within a session. */
    sequence: z.int().check(z.minimum(1), z.maximum(2_000_000_000)),
    state: scormState,
  }),
  response: z.object({
    /** `elsewhere`: opened on another device since; the position stays, only a better result counts. */
    kept: z.enum(['kept', 'already', 'elsewhere']),
    attempt: scormAttempt,
    progress: progressResult,
  }),
  bodyLimitBytes: 2 * 1_048_576,
})
export type SavedScorm = z.infer<(typeof saveScorm)['response']>

export const previewScorm = endpoint({
  name: 'builder.previewScorm',
  method: 'POST',
  path: '/api/clients/{clientId}/admin/courses/{courseId}/preview/scorm/{item}/',
  access: 'staff',
  feature: 'admin_course_builder',
  idempotency: 'natural',
  summary: 'Open a SCORM item of the draft; stores nothing',
  params: z.object({ clientId: idParam, courseId: idParam, item: nodeKey }),
  response: z.object({ launch: scormLaunch }),
})
