import type { ReactNode } from 'react'
import { shallowEqual } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { selectRoleFlags } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { AdminShell } from './AdminShell.tsx'
import { StudentShell } from './StudentShell.tsx'

/**
 * The shell of the address: the admin navigation inside the admin area for who may enter it, the learner's everywhere
 * else. The specification leaves open which role sees which; the place decides, so that staff can also learn.
 */
export const AreaShell = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation()
  const { mayEnterAdmin } = useAppSelector(selectRoleFlags, shallowEqual)
  const Shell = mayEnterAdmin && pathname.startsWith('/admin/') ? AdminShell : StudentShell
  return <Shell>{children}</Shell>
}
