/** What administrators do about the sign-in of other people (trust 8.5). */
import * as z from 'zod/mini'
import { clientParams, empty, id, idParam, pageOf, pageQuery, role, singleLine } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { session } from './auth.ts'

const ADMIN = '/accounts/clients/{clientId}/admin/'
const MEMBER = `${ADMIN}members/{userId}/`
const memberParams = z.object({ clientId: idParam, userId: idParam })

const signInRules = z.object({
  /** Instructors and admins must use a second step. */
  staff_second_step: z.boolean(),
})

export const readSignInRules = endpoint({
  name: 'auth.signInRules',
  method: 'GET',
  path: `${ADMIN}sign-in-rules/`,
  access: 'admin',
  feature: null,
  hasSecrets: true,
  summary: "Get the organisation's rules for signing in",
  params: clientParams,
  response: signInRules,
})

export const setSignInRules = endpoint({
  name: 'auth.setSignInRules',
  method: 'PUT',
  path: `${ADMIN}sign-in-rules/`,
  access: 'admin',
  feature: null,
  hasSecrets: true,
  stepUp: true,
  summary: "Set the organisation's rules for signing in; they apply from the next sign-in on",
  params: clientParams,
  body: signInRules,
  response: signInRules,
})

export const signInMember = z.object({
  id,
  full_name: z.string(),
  email: z.string(),
  role,
  /** Devices on which the person is signed in. */
  sessions: z.int(),
  has_second_step: z.boolean(),
  /** False for the caller and, for admins, superadmins. */
  may_change: z.boolean(),
})
export type SignInMember = z.infer<typeof signInMember>

export const listSignInMembers = endpoint({
  name: 'auth.members',
  method: 'GET',
  path: `${ADMIN}members/`,
  access: 'admin',
  feature: null,
  hasSecrets: true,
  summary: 'List people with their signed-in devices and second steps, by name',
  params: clientParams,
  query: z.object({ search: z._default(z.optional(singleLine(0, 100)), ''), ...pageQuery }),
  response: pageOf(signInMember),
})

const memberSession = z.omit(session, { current: true })
export type MemberSession = z.infer<typeof memberSession>

export const listMemberSessions = endpoint({
  name: 'auth.memberSessions',
  method: 'GET',
  path: `${MEMBER}sessions/`,
  access: 'admin',
  feature: null,
  hasSecrets: true,
  summary: 'List the devices on which a person is signed in, the last used one first',
  params: memberParams,
  response: z.object({ results: z.array(memberSession) }),
})

export const endMemberSession = endpoint({
  name: 'auth.endMemberSession',
  method: 'DELETE',
  path: `${MEMBER}sessions/{sessionId}/`,
  access: 'admin',
  feature: null,
  hasSecrets: true,
  stepUp: true,
  summary: 'Sign a person out on one device; safe to repeat',
  params: z.extend(memberParams, { sessionId: z.uuid() }),
  response: empty,
  status: 204,
})

export const endMemberSessions = endpoint({
  name: 'auth.endMemberSessions',
  method: 'DELETE',
  path: `${MEMBER}sessions/`,
  access: 'admin',
  feature: null,
  hasSecrets: true,
  stepUp: true,
  summary: 'Sign a person out on all devices; safe to repeat',
  params: memberParams,
  response: empty,
  status: 204,
})

export const resetMemberSecondStep = endpoint({
  name: 'auth.resetMemberSecondStep',
  method: 'DELETE',
  path: `${MEMBER}two-step/`,
  access: 'admin',
  feature: null,
  hasSecrets: true,
  stepUp: true,
  summary: "Remove a person's second steps and sign them out; safe to repeat",
  params: memberParams,
  response: empty,
  status: 204,
})
