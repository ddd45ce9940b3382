/** Endpoints of problems; their shapes are in problems.ts. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, pageOf, pageQuery, timestamp } from '../common.ts'
import { progressResult } from '../courses/progress.ts'
import { endpoint } from '../endpoint.ts'
import {
  problemAnswer,
  problemKinds,
  problemStatus,
  prose,
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
  /** Newest first, at most 20. */
  submissions: z.array(submissionSummary),
})
export type ProblemPage = z.infer<typeof problemPage>

const itemParams = z.object({ clientId: idParam, itemId: idParam })
const submissionParams = z.object({ clientId: idParam, submissionId: idParam })

export const getProblem = endpoint({
  name: 'problems.get',
  method: 'GET',
  path: '/api/clients/{clientId}/items/{itemId}/problem/',
  access: 'member',
  summary: 'Get a problem with the caller’s draft and submissions; open if its topic is open',
  params: itemParams,
  response: problemPage,
})

export const saveProblemDraft = endpoint({
  name: 'problems.saveDraft',
  method: 'PUT',
  path: '/api/clients/{clientId}/items/{itemId}/problem/draft/',
  access: 'member',
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
  response: z.object({ submission, standing: problemStatus, progress: progressResult }),
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
  summary: 'Get one of the caller’s submissions with its results and grade',
  params: submissionParams,
  response: submission,
})

/* ---- grading by rubric (instructors in courses they teach, admins everywhere) ---- */

export const gradingQueueRow = z.extend(submissionSummary, {
  learner: z.object({ id, name: z.string() }),
  course: z.object({ id, title: z.string() }),
  item_title: z.string(),
  kind: z.enum(problemKinds),
})
export type ToGradeLine = z.infer<typeof gradingQueueRow>

export const listToGrade = endpoint({
  name: 'problems.listToGrade',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/problem-submissions/',
  access: 'staff',
  summary: 'List submissions graded by rubric: ungraded ones oldest first, graded ones newest first',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    state: z._default(z.optional(z.enum(['waiting', 'graded'])), 'waiting'),
    search: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: pageOf(gradingQueueRow),
})

export const getToGrade = endpoint({
  name: 'problems.toGrade',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/problem-submissions/{submissionId}/',
  access: 'staff',
  summary: 'Get one submission with the problem as it was when handed in',
  params: submissionParams,
  response: z.object({
    submission,
    learner: z.object({ id, name: z.string() }),
    course: z.object({ id, title: z.string() }),
    item_title: z.string(),
    problem: shownProblem,
  }),
})
export type ToGrade = z.infer<(typeof getToGrade)['response']>

export const gradeSubmission = endpoint({
  name: 'problems.grade',
  method: 'POST',
  path: '/api/clients/{clientId}/admin/problem-submissions/{submissionId}/grade/',
  access: 'staff',
  summary: 'Grade or regrade a submission by rubric; safe to repeat',
  params: submissionParams,
  body: z.object({
    marks: z
      .array(
        z.object({
          criterion_id: z.uuid(),
          points: z.int().check(z.minimum(0), z.maximum(100)),
          comment: z._default(z.optional(prose(0, 2000)), ''),
        }),
      )
      .check(z.maxLength(20)),
    comment: z._default(z.optional(prose(0, 5000)), ''),
  }),
  response: submission,
  alsoFails: [409],
})
