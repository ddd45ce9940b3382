import type { ReactNode } from 'react'
import { selectRoleFlags } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { shallowEqual } from 'react-redux'
import { AccessDenied } from './AccessDenied.tsx'
import { UnknownPath } from './UnknownPath.tsx'

/** Routes with the required role admin_or_instructor: admin, instructor or superadmin (spec 6). */
export const RequireRole = ({ children }: { children: ReactNode }) => {
  const { mayEnterAdmin } = useAppSelector(selectRoleFlags, shallowEqual)
  return mayEnterAdmin ? children : <AccessDenied />
}

/** Admin and superadmin; for everybody else the page does not exist. */
export const RequireAdmin = ({ children }: { children: ReactNode }) => {
  const { mayAdminister } = useAppSelector(selectRoleFlags, shallowEqual)
  return mayAdminister ? children : <UnknownPath />
}

/** For everybody but superadmins the page does not exist. */
export const RequireSuperadmin = ({ children }: { children: ReactNode }) => {
  const { isSuperAdmin } = useAppSelector(selectRoleFlags, shallowEqual)
  return isSuperAdmin ? children : <UnknownPath />
}
