import type { Role } from '#contract/common.ts'

/** Nobody here changes their own account, instructors change none, and admins none of a superadmin. */
export const mayChange = (
  actor: { readonly userId: number; readonly role: Role },
  person: { id: number; role: Role },
): boolean =>
  person.id !== actor.userId &&
  (actor.role === 'superadmin' || (actor.role === 'admin' && person.role !== 'superadmin'))
