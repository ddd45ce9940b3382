import type { SessionUser } from '#contract/auth/auth.ts'
import type { User } from './users.repository.ts'

/** The user as every response contains it (spec 3). */
export const toSessionUser = (user: User): SessionUser => ({
  id: user.id,
  email: user.email,
  full_name: user.full_name,
  username: user.username,
  phone_number: user.phone_number,
  profile_picture: user.profile_picture,
  role: user.role,
})
