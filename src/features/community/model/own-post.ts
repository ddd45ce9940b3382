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
