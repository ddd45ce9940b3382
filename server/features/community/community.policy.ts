import { UNDO_MS } from '#contract/community/community.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Actor } from '#server/core/http/scope.ts'

/** The offer stands ten seconds in the app; the answer may take a while on a slow line. */
const UNDO_SLACK_MS = 5_000

/** RULES "Community": instructors and admins moderate. */
export const isModerator = (actor: Actor): boolean => actor.role !== 'student'

/** By id and never by name: a namesake is somebody else (TRUST B10). */
export const mayEdit = (actor: Actor, authorId: number): boolean =>
  actor.userId === authorId || isModerator(actor)

/** Refuses whoever may not edit. */
export const requireEdit = (actor: Actor, authorId: number): void => {
  if (!mayEdit(actor, authorId))
    throw new AppError('forbidden', 'Only its author or a moderator may do this.')
}

/** Whether a delete can be taken back by this person now. */
export const mayRestore = (
  actor: Actor,
  deleted: { at: Date | null; by: number | null },
  now: Date,
): boolean =>
  deleted.at !== null &&
  deleted.by === actor.userId &&
  now.getTime() - deleted.at.getTime() <= UNDO_MS + UNDO_SLACK_MS
