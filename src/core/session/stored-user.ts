/** The stored user's shape and rules (spec 3, rules: Accounts). */
import type { Role } from '#contract/common.ts'

// Not the contract's list: reading it would bring the schema library to the sign-in page.
const roles: readonly Role[] = ['student', 'instructor', 'admin', 'superadmin']

export interface StoredUser {
  id: number | null
  access_token: string | null
  refresh_token: string | null
  email: string | null
  full_name: string | null
  username: string | null
  phone_number: string | null
  isAuthenticated: boolean
  profile_picture: string | null
  role: Role | null
  loading: boolean | null
  error: string | null
}

/** Spec 3: all fields null and isAuthenticated false. */
export const emptyUser: StoredUser = {
  id: null,
  access_token: null,
  refresh_token: null,
  email: null,
  full_name: null,
  username: null,
  phone_number: null,
  isAuthenticated: false,
  profile_picture: null,
  role: null,
  loading: null,
  error: null,
}

const fieldNames = Object.keys(emptyUser) as (keyof StoredUser)[]

/**
 * Merges the given fields, clears loading and error (spec 4 setUser). Fields of somebody else are never
 * merged: a different id starts from the empty user.
 */
export const mergeUser = (current: StoredUser, given: Partial<StoredUser>): StoredUser => {
  const same = given.id === undefined || given.id === null || current.id === null || given.id === current.id
  const known = Object.fromEntries(
    fieldNames.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
  ) as Partial<StoredUser>
  return { ...(same ? current : emptyUser), ...known, loading: false, error: null }
}

/** Null unless somebody is signed in there; a damaged or foreign entry counts as nobody. */
export const parseStoredUser = (text: string | null): StoredUser | null => {
  if (!text) return null
  try {
    const value = JSON.parse(text) as Partial<StoredUser> | null
    if (typeof value !== 'object' || value === null) return null
    if (!value.isAuthenticated || typeof value.id !== 'number') return null
    if (typeof value.access_token !== 'string' || value.access_token === '') return null
    const role = roles.includes(value.role as Role) ? (value.role as Role) : 'student'
    return { ...emptyUser, ...value, role }
  } catch {
    return null
  }
}
