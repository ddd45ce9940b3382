import { UNDO_MS } from '#contract/community/community.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Actor } from '#server/core/http/scope.ts'

/** The app offers undo for ten seconds; the request may take a while on a slow connection. */
const UNDO_SLACK_MS = 5_000

/** Instructors and admins moderate (rules: Community). */
export const isModerator = (actor: Actor): boolean => actor.role !== 'student'

/** Compares ids, never names: a namesake is somebody else (B10). */
export const mayEdit = (actor: Actor, authorId: number): boolean =>
  actor.userId === authorId || isModerator(actor)

/** Throws unless the actor may edit. */
export const requireEdit = (actor: Actor, authorId: number): void => {
  if (!mayEdit(actor, authorId))
    throw new AppError('forbidden', 'Only its author or a moderator may do this.')
}

/** Whether this person can undo the delete now. */
export const mayRestore = (
  actor: Actor,
  deleted: { at: Date | null; by: number | null },
  now: Date,
): boolean =>
  deleted.at !== null &&
  deleted.by === actor.userId &&
  now.getTime() - deleted.at.getTime() <= UNDO_MS + UNDO_SLACK_MS
