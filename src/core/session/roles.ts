import type { Role } from '#contract/common.ts'

/** Spec 6. */
export const roleFlags = (role: Role | null) => ({
  isAdmin: role === 'admin',
  isInstructor: role === 'instructor',
  isStudent: role === 'student',
  isSuperAdmin: role === 'superadmin',
  isAdminOrInstructor: role === 'admin' || role === 'instructor',
  isAuthenticated: role !== null,
  mayAdminister: role === 'admin' || role === 'superadmin',
  /** The admin area opens for superadmins as well (spec 2). */
  mayEnterAdmin: role === 'admin' || role === 'instructor' || role === 'superadmin',
})
