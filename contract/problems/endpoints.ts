/** Endpoints of problems; their shapes are in problems.ts. */
import * as z from 'zod/mini'
import { id, idParam, timestamp } from '../common.ts'
import { progressResult } from '../courses/progress.ts'
import { endpoint } from '../endpoint.ts'
import { problemHelp } from './help.ts'
import {
  problemAnswer,
  problemStatus,
  runOutput,
  shownProblem,
  submission,
  submissionSummary,
  TESTS_MAX,
} from './problems.ts'

const draft = z.object({ answer: problemAnswer, revision: z.int(), saved_at: timestamp })
export const problemPage = z.object({
  item_id: id,
  problem: shownProblem,
  /** The last saved answer, from any device; null if there is none. */
  draft: z.nullable(draft),
  standing: problemStatus,
  /** The hints and the solution that are open; absent for a problem without any. */
  help: z.optional(problemHelp),
  /** Newest first, at most 20. */
  submissions: z.array(submissionSummary),
})
export type ProblemPage = z.infer<typeof problemPage>

const itemParams = z.object({ clientId: idParam, itemId: idParam })

export const getProblem = endpoint({
  name: 'problems.get',
  method: 'GET',
  path: '/api/clients/{clientId}/items/{itemId}/problem/',
  access: 'member',
  feature: 'course',
  offline: 'cache',
  opensFiles: true,
  summary: 'Get a problem with the caller’s draft and submissions; open if its topic is open',
  params: itemParams,
  response: problemPage,
})

export const saveProblemDraft = endpoint({
  name: 'problems.saveDraft',
  method: 'PUT',
  path: '/api/clients/{clientId}/items/{itemId}/problem/draft/',
  access: 'member',
  feature: 'course',
  summary: 'Save an unfinished answer; 409 if another device saved a newer revision',
  params: itemParams,
  body: z.object({ answer: problemAnswer, revision: z.int().check(z.minimum(0)) }),
  response: z.object({ revision: z.int(), saved_at: timestamp }),
  alsoFails: [409],
})

export const takeTests = endpoint({
  name: 'problems.takeTests',
  method: 'POST',
  path: '/api/clients/{clientId}/items/{itemId}/problem/tests/',
  access: 'member',
  feature: 'course',
  summary: 'Get the inputs of all tests for one answer, and a ticket for handing in that answer once',
  params: itemParams,
  body: z.object({ answer: problemAnswer }),
  response: z.object({
    ticket: z.uuid(),
    expires_at: timestamp,
    tests: z.array(z.object({ id: z.uuid(), hidden: z.boolean(), input: z.string() })),
  }),
  alsoFails: [409],
})

export const submitProblem = endpoint({
  name: 'problems.submit',
  method: 'POST',
  path: '/api/clients/{clientId}/items/{itemId}/problem/submissions/',
  access: 'member',
  feature: 'course',
  idempotency: 'key',
  summary:
    'Hand in an answer; code with the outputs of its tests. A repeat with the same key gets the first response',
  params: itemParams,
  body: z.object({
    idempotency_key: z.uuid(),
    answer: problemAnswer,
    /** Code only: from `problems.takeTests`. */
    ticket: z.optional(z.uuid()),
    outputs: z._default(z.optional(z.array(runOutput).check(z.maxLength(TESTS_MAX))), []),
  }),
  response: z.object({
    submission,
    standing: problemStatus,
    /** As in `problemPage`, after this submission. */
    help: z.optional(problemHelp),
    progress: progressResult,
  }),
  status: 201,
  alsoFails: [409],
  // Fifty outputs of 20,000 characters, each up to four bytes plus JSON escapes.
  bodyLimitBytes: 8 * 1_048_576,
})
export type SubmitResult = z.infer<(typeof submitProblem)['response']>

export const getSubmission = endpoint({
  name: 'problems.submission',
  method: 'GET',
  path: '/api/clients/{clientId}/problem-submissions/{submissionId}/',
  access: 'member',
  feature: 'course',
  summary: 'One of the caller’s own submissions with its results and grade',
  params: z.object({ clientId: idParam, submissionId: idParam }),
  response: submission,
})
