/** Who works on an assessment: its owner and its staff. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, timestamp } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'

const ASSESSMENT = '/api/clients/{clientId}/admin/assessments/{assessmentId}/' as const
const assessmentParams = z.extend(clientParams, { assessmentId: idParam })
const personParams = z.extend(assessmentParams, { userId: idParam })

/** Most people who work on one assessment besides its owner. */
export const STAFF_MAX = 50
/** Most people in one answer of the search. */
export const CANDIDATES_MAX = 20

const person = z.object({
  id,
  name: z.string(),
  /** Only for admins. */
  email: z.nullable(z.string()),
})
export type StaffPerson = z.infer<typeof person>

export const assessmentStaff = z.object({
  /** Null: only admins keep this assessment. */
  owner: z.nullable(person),
  staff: z.array(z.extend(person, { added_at: timestamp, added_by: z.nullable(z.string()) })),
  /** Whether the caller may add and remove staff. */
  may_assign: z.boolean(),
  /** Whether the caller may name another owner. */
  may_set_owner: z.boolean(),
})
export type AssessmentStaff = z.infer<typeof assessmentStaff>

export const getStaff = endpoint({
  name: 'assessmentStaff.get',
  method: 'GET',
  path: `${ASSESSMENT}staff/`,
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'Get the owner and the staff of an assessment',
  params: assessmentParams,
  response: assessmentStaff,
})

export const findCandidates = endpoint({
  name: 'assessmentStaff.candidates',
  method: 'GET',
  path: `${ASSESSMENT}staff/candidates/`,
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'Find instructors who could work on an assessment, by name; admins also find them by e-mail',
  params: assessmentParams,
  query: z.object({ search: z.optional(z.string().check(z.maxLength(200))) }),
  response: z.object({ results: z.array(person) }),
})

export const addStaff = endpoint({
  name: 'assessmentStaff.add',
  method: 'PUT',
  path: `${ASSESSMENT}staff/{userId}/`,
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'Let an instructor work on an assessment; for its owner and admins. Safe to repeat',
  params: personParams,
  response: assessmentStaff,
  alsoFails: [409],
})

export const removeStaff = endpoint({
  name: 'assessmentStaff.remove',
  method: 'DELETE',
  path: `${ASSESSMENT}staff/{userId}/`,
  access: 'staff',
  feature: 'admin_assessment_result',
  summary: 'End somebody’s work on an assessment; for its owner and admins. Safe to repeat',
  params: personParams,
  response: assessmentStaff,
})

export const setOwner = endpoint({
  name: 'assessmentStaff.setOwner',
  method: 'PUT',
  path: `${ASSESSMENT}owner/`,
  access: 'admin',
  feature: 'admin_assessment_result',
  summary: 'Name the owner of an assessment; the former owner stays as staff. Safe to repeat',
  params: assessmentParams,
  body: z.object({ user_id: id }),
  response: assessmentStaff,
})
