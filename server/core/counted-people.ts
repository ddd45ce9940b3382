import { sql } from 'kysely'

/** Whether account `u` counts as a person: not while somebody has signed up with an address and not confirmed it. */
export const countsAsPerson = sql<boolean>`(u.email_verified_at is not null or not u.self_registered)`
