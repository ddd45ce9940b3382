/** Groups of people, as classes or cohorts; for admins. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, singleLine } from '../common.ts'
import { endpoint, perMinute } from '../endpoint.ts'
import { rowResults, selection } from './students.ts'

const GROUPS = '/api/clients/{clientId}/admin/student-groups/'
const onPage = { feature: 'admin_manage_students' } as const
const groupParams = z.object({ clientId: idParam, groupId: idParam })

export const GROUP_NAME_MAX = 80
/** Archived ones count. */
export const GROUPS_MAX = 500

const name = singleLine(1, GROUP_NAME_MAX)
export const studentGroup = z.object({ id, name: z.string(), members: z.int(), is_archived: z.boolean() })
export type StudentGroup = z.infer<typeof studentGroup>

export const listGroups = endpoint({
  name: 'students.groups',
  method: 'GET',
  path: GROUPS,
  access: 'admin',
  ...onPage,
  summary: 'List all groups with their number of members, by name',
  params: clientParams,
  response: z.object({ groups: z.array(studentGroup) }),
})

export const createGroup = endpoint({
  name: 'students.createGroup',
  method: 'POST',
  path: GROUPS,
  access: 'admin',
  ...onPage,
  rateLimit: perMinute(30),
  idempotency: 'natural',
  status: 201,
  summary: `Make a group, at most ${GROUPS_MAX}; the name of another one is rejected`,
  params: clientParams,
  body: z.object({ name }),
  response: studentGroup,
  alsoFails: [409],
})

export const saveGroup = endpoint({
  name: 'students.saveGroup',
  method: 'PUT',
  path: `${GROUPS}{groupId}/`,
  access: 'admin',
  ...onPage,
  summary: 'Rename a group, archive it, or take it out of the archive; members stay',
  params: groupParams,
  body: z.object({ name, is_archived: z.boolean() }),
  response: studentGroup,
})

export const setGroupMembers = endpoint({
  name: 'students.setGroupMembers',
  method: 'POST',
  path: `${GROUPS}{groupId}/members/`,
  access: 'admin',
  ...onPage,
  rateLimit: perMinute(30),
  idempotency: 'natural',
  summary: 'Add people to a group, or remove them; every row has its own result',
  params: groupParams,
  body: z.object({ ids: selection, is_member: z.boolean() }),
  response: rowResults,
})
