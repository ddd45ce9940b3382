/** One action on one person: what a call and a job do alike. */
import type { BulkAction } from '#contract/students/bulk.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { isPeopleLimit } from '#server/core/plan-limits.ts'
import type { Site } from '#server/core/mail/site.ts'
import type { ActionContext, Acting, EnrolResult } from './context.ts'
import { addMembers, removeMembers } from './groups/groups.repository.ts'
import { mayChange } from './may-change.ts'
import { done, refused, unchanged, type Outcome } from './row-results.ts'
import { sendMessage, sendPasswordMail } from './student.mails.ts'
import type { ListedStudent } from './students.repository.ts'

const ENROL_OUTCOMES: Record<EnrolResult, Outcome> = {
  done,
  already: unchanged,
  full: refused('course_full'),
  premium: refused('course_premium'),
  closed: refused('course_closed'),
  not_allowed: refused('not_allowed'),
}

export interface ActionFacts {
  readonly context: ActionContext
  readonly by: Acting
  readonly db: TenantDb
}

export const enrolOne = async (
  { context, by, db }: ActionFacts,
  person: ListedStudent,
  courseId: number,
): Promise<Outcome> =>
  person.disabled_at === null
    ? ENROL_OUTCOMES[await context.enrol(by, db, courseId, person.id)]
    : refused('disabled')

export const unenrolOne = async (
  { context, by, db }: ActionFacts,
  person: ListedStudent,
  courseId: number,
): Promise<Outcome> => ENROL_OUTCOMES[await context.unenrol(by, db, courseId, person.id)]

/** `mayAdministerNow` comes first. */
export const setActiveOne = async (
  { context, by, db }: ActionFacts,
  person: ListedStudent,
  isActive: boolean,
): Promise<Outcome> => {
  if (!mayChange(by.actor, person)) return refused('not_allowed')
  if ((person.disabled_at === null) === isActive) return unchanged
  try {
    await context.setDisabled(db, by, by.actor.userId, person.id, !isActive)
  } catch (error) {
    if (isPeopleLimit(error)) return refused('people_limit')
    throw error
  }
  return done
}

type Role = Extract<BulkAction, { kind: 'role' }>['role']

/** `mayAdministerNow` comes first. */
const setRoleOne = async (
  { context, by, db }: ActionFacts,
  person: ListedStudent,
  role: Role,
): Promise<Outcome> => {
  if (!mayChange(by.actor, person)) return refused('not_allowed')
  if (person.role === role) return unchanged
  await context.changeRole(db, by, by.actor.userId, person.id, role)
  return done
}

const setMemberOne = async (
  { by, db }: ActionFacts,
  person: ListedStudent,
  { groupId, isMember }: { groupId: number; isMember: boolean },
): Promise<Outcome> => {
  const pair = [[person.id, groupId]] as const
  const changed = isMember ? await addMembers(db, pair, by.clock.now()) : await removeMembers(db, pair)
  return changed.length > 0 ? done : unchanged
}

const setAccessOne = async (
  { context, by, db }: ActionFacts,
  person: ListedStudent,
  { course_id: courseId, until }: Extract<BulkAction, { kind: 'access' }>,
): Promise<Outcome> => {
  const result = await context.accessEnd.set(by, db, { courseId, userId: person.id, until })
  if (result === 'done') return done
  return result === 'already' ? unchanged : refused(result)
}

const mailOne = async (
  person: ListedStudent,
  isAllowed: boolean,
  send: () => Promise<void>,
): Promise<Outcome> => {
  if (!isAllowed) return refused('not_allowed')
  if (person.disabled_at !== null) return refused('disabled')
  await send()
  return done
}

/** For admins. */
export const actOn = async (
  facts: ActionFacts,
  action: BulkAction,
  person: ListedStudent,
  site: Site,
): Promise<Outcome> => {
  const { outbox } = facts.context
  switch (action.kind) {
    case 'enrol':
      return enrolOne(facts, person, action.course_id)
    case 'unenrol':
      return unenrolOne(facts, person, action.course_id)
    case 'join':
    case 'leave':
      return setMemberOne(facts, person, { groupId: action.group_id, isMember: action.kind === 'join' })
    case 'access':
      return setAccessOne(facts, person, action)
    case 'activate':
    case 'deactivate':
      return setActiveOne(facts, person, action.kind === 'activate')
    case 'role':
      return setRoleOne(facts, person, action.role)
    case 'password':
      return mailOne(person, mayChange(facts.by.actor, person), () =>
        sendPasswordMail(outbox, facts.db, site, person),
      )
    case 'message':
      if (!(await facts.context.hasMailRoom(facts.db))) return refused('mail_limit')
      return mailOne(person, true, () => sendMessage(outbox, facts.db, site, person, action))
  }
}

/** In place of a day. */
const NO_END = 'none'

/** What stands with the row before the action, for the way back. */
export const formerOf = async (
  { context, db }: ActionFacts,
  action: BulkAction,
  person: ListedStudent,
): Promise<string | null> => {
  if (action.kind === 'role') return person.role
  if (action.kind !== 'access') return null
  const before = await context.accessEnd.of(db, action.course_id, person.id)
  return before ? (before.until ?? NO_END) : null
}

/** What takes the action back for one person; null if nothing does, or if somebody has changed it since. */
export const inverseFor = async (
  facts: ActionFacts,
  action: BulkAction,
  person: ListedStudent,
  former: string | null,
): Promise<BulkAction | null> => {
  switch (action.kind) {
    case 'enrol':
      return { kind: 'unenrol', course_id: action.course_id }
    case 'unenrol':
      return { kind: 'enrol', course_id: action.course_id }
    case 'join':
      return { kind: 'leave', group_id: action.group_id }
    case 'leave':
      return { kind: 'join', group_id: action.group_id }
    case 'access':
      return inverseOfAccess(facts, action, person, former)
    case 'activate':
      return { kind: 'deactivate' }
    case 'deactivate':
      return { kind: 'activate' }
    case 'role':
      return inverseOfRole(action, person, former)
    case 'password':
    case 'message':
      return null
  }
}

const inverseOfAccess = async (
  facts: ActionFacts,
  action: Extract<BulkAction, { kind: 'access' }>,
  person: ListedStudent,
  former: string | null,
): Promise<BulkAction | null> => {
  const isUntouched = (await formerOf(facts, action, person)) === (action.until ?? NO_END)
  const until = former === NO_END ? null : former
  return isUntouched && former !== null ? { kind: 'access', course_id: action.course_id, until } : null
}

const inverseOfRole = (
  action: Extract<BulkAction, { kind: 'role' }>,
  person: ListedStudent,
  former: string | null,
): BulkAction | null => {
  const role = (['student', 'instructor', 'admin'] as const).find((each) => each === former)
  return role !== undefined && person.role === action.role ? { kind: 'role', role } : null
}

/** Mails cannot be called back. */
export const isUndoable = ({ kind }: BulkAction): boolean => kind !== 'password' && kind !== 'message'

/** Kinds that change who may do what. */
export const changesAccounts = ({ kind }: BulkAction): boolean =>
  kind === 'role' || kind === 'activate' || kind === 'deactivate'
