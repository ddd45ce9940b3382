/** Grading submissions by rubric: instructors in courses they teach, admins everywhere. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, pageOf, pageQuery } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { problemKinds, prose, shownProblem, submission, submissionSummary } from '../problems/problems.ts'

const submissionParams = z.object({ clientId: idParam, submissionId: idParam })

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
  feature: 'admin_course_builder',
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
  feature: 'admin_course_builder',
  opensFiles: true,
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
  feature: 'admin_course_builder',
  idempotency: 'natural',
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
