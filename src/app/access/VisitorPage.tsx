import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { lazyPage } from '#src/core/i18n/lazy-page.ts'
import { isVisitorPath } from '#src/core/routes.ts'
import { storedUser } from '#src/core/session/session.ts'
import { ScanPage } from '#src/features/attendance/index.ts'

const VisitorJobPage = lazyPage(
  async () => (await import('../pages/VisitorJobPage.tsx')).VisitorJobPage,
  'jobs',
)

/** A job or a scanned code for people who are not signed in; everything else, and everybody else, gets the children. */
export const VisitorPage = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation()
  // Decided once: when a session ends on this page, sign-out itself loads the sign-in page.
  const [isVisitor] = useState(() => storedUser() === null)
  if (!isVisitor || !isVisitorPath(pathname)) return children
  return pathname.startsWith('/jobs') ? <VisitorJobPage /> : <ScanPage />
}
