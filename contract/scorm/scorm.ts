/**
 * SCORM 1.2 and 2004 packages as items of a course: how one is opened, and what comes back from it. What runs in the
 * package is a stranger's; what it says counts for its own learner only, and the server decides what it means.
 */
import * as z from 'zod/mini'
import { idParam, timestamp } from '../common.ts'
import { nodeKey } from '../course-builder/draft.ts'
import { progressResult } from '../courses/courses.ts'
import { endpoint } from '../endpoint.ts'

/** SCORM asks for 4,096 (1.2) and 64,000 (2004, 4th edition) characters; packages write more into both. */
export const SCORM_VALUE_MAX = 65_536
/** All values of one attempt together, in characters. */
export const SCORM_STATE_MAX = 262_144
export const SCORM_KEYS_MAX = 5_000
/** Attempts that one learner may begin with one item. */
export const SCORM_ATTEMPTS_MAX = 100

/** Values by their names in the run-time's data model: `cmi.core.lesson_status`. */
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
  /** 0 to 100; null where the package gave no score. */
  percent: z.nullable(z.int()),
  started_at: timestamp,
  saved_at: timestamp,
})
export type ScormAttempt = z.infer<typeof scormAttempt>

/** Where the package lies and what its run-time begins with. */
export const scormLaunch = z.object({
  version: z.enum(['1.2', '2004']),
  /** Path of the page to open, good for some hours. */
  path: z.string(),
  /** An origin of the package's own; null where there is none and the frame has to be an opaque one. */
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
  summary: 'Opens a SCORM item: the running attempt, or a new one; harmless to repeat with the same session',
  params: itemParams,
  body: z.object({
    /** One opened player. The last one that was opened holds the attempt. */
    session: z.uuid(),
    new_attempt: z.boolean(),
  }),
  response: z.object({
    launch: scormLaunch,
    /** Null for who only looks: nothing is kept then. */
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
  summary: 'What the package wants kept; harmless to repeat, and older than what is kept changes nothing',
  /** An attempt's id is its number. */
  params: z.extend(itemParams, { attemptId: idParam }),
  body: z.object({
    session: z.uuid(),
    /** Counts up within a session. */
    sequence: z.int().check(z.minimum(1), z.maximum(2_000_000_000)),
    state: scormState,
  }),
  response: z.object({
    /** `elsewhere`: opened on another device since; its place stays, only a better result counts. */
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
  summary: 'Opens a SCORM item of the draft; keeps nothing',
  params: z.object({ clientId: idParam, courseId: idParam, item: nodeKey }),
  response: z.object({ launch: scormLaunch }),
})
