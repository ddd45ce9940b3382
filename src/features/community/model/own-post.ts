import type { Author } from './posts.ts'

interface Person {
  username: string | null
  full_name: string | null
}

const areSame = (one: string | null | undefined, other: string | null | undefined): boolean =>
  Boolean(one) && one === other

/**
 * Whether edit and delete are offered: the author matches the person's username or full name (spec 6). A
 * namesake sees them, too; the server decides by id (rules: Community).
 */
export const isOwnPost = (author: Author | null, person: Person): boolean =>
  author !== null &&
  (areSame(author.user_name, person.username) ||
    areSame(author.user_name, person.full_name) ||
    areSame(author.name, person.full_name) ||
    areSame(author.name, person.username))

/** `own`: edit and delete beside the post; `moderate`: the same in a menu apart; `other`: reporting it. */
export type PostControls = 'own' | 'moderate' | 'other'

/**
 * `can_edit` comes from the server, which goes by ids: of a learner it says that the post is theirs, whatever they are
 * called by now; of a moderator it says nothing about whose post it is.
 */
export const postControls = (
  { author, can_edit: canEdit }: { author: Author | null; can_edit: boolean },
  person: Person,
  canModerate: boolean,
): PostControls => {
  if (isOwnPost(author, person) || (canEdit && !canModerate)) return 'own'
  return canEdit ? 'moderate' : 'other'
}
