/** Groups of learners side by side; groups are the admins' (contract/students/groups.ts). */
import * as z from 'zod/mini'
import { clientParams, id } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { period, periodQuery, presetDays } from './period.ts'

/** The largest ones. */
export const COMPARED_GROUPS_MAX = 50

const comparedGroup = z.object({
  id,
  name: z.string(),
  learners: z.int(),
  /** In the period, as the numbers of the dashboard. */
  active: z.int(),
  study_seconds: z.int(),
  completed: z.int(),
  submitted: z.int(),
  average_percent: z.nullable(z.number()),
  attended: z.int(),
  held: z.int(),
})
export type ComparedGroup = z.infer<typeof comparedGroup>

export const compareGroups = endpoint({
  name: 'dashboard.groups',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/dashboard/groups/',
  access: 'admin',
  feature: 'admin_manage_students',
  summary: `Compare groups in a period, those with the most learners first, at most ${COMPARED_GROUPS_MAX}`,
  params: clientParams,
  query: z.object({ ...periodQuery, days: z.optional(z.enum(presetDays)) }),
  response: z.object({ period, groups: z.array(comparedGroup) }),
})
