import type { ReactNode } from 'react'
import { shallowEqual } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { selectRoleFlags } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { AdminShell } from './AdminShell.tsx'
import { StudentShell } from './StudentShell.tsx'

/**
 * Chooses the layout by path: the admin navigation inside the admin area for staff, the learner's navigation
 * elsewhere. The specification does not say which role sees which; by path, staff can also learn.
 */
export const AreaShell = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation()
  const { mayEnterAdmin } = useAppSelector(selectRoleFlags, shallowEqual)
  const Shell = mayEnterAdmin && pathname.startsWith('/admin/') ? AdminShell : StudentShell
  return <Shell>{children}</Shell>
}
