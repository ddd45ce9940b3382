import { Suspense } from 'react'
import { Outlet, Route, Routes, useLocation } from 'react-router-dom'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isStaffPath } from '#src/core/routes.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { isPageOff } from './access/feature-pages.ts'
import { RequireRole } from './access/RequireRole.tsx'
import { RouteBoundary } from './access/RouteBoundary.tsx'
import { UnknownPath } from './access/UnknownPath.tsx'
import { AreaShell } from './layouts/AreaShell.tsx'
import { PageSkeleton } from './layouts/PageSkeleton.tsx'
import { memberPages } from './member-pages.ts'
import { StaffRoutes } from './staff-area.ts'

/** Wraps every page, so that its errors and its loading state stay inside the shell; a page of a feature that is off is none. */
const PageFrame = () => {
  const { pathname } = useLocation()
  const isOff = useAppSelector((state) => isPageOff(selectClientInfo(state), pathname))
  return (
    <AreaShell>
      <RouteBoundary resetKey={pathname}>
        <Suspense fallback={<PageSkeleton />}>{isOff ? <UnknownPath /> : <Outlet />}</Suspense>
      </RouteBoundary>
    </AreaShell>
  )
}

/** A page for staff, or an address without a page. */
const OtherPath = () =>
  isStaffPath(useLocation().pathname) ? (
    <RequireRole>
      <StaffRoutes />
    </RequireRole>
  ) : (
    <UnknownPath />
  )

/** Pages behind sign-in. */
export const MemberRouter = () => (
  <Routes>
    <Route element={<PageFrame />}>
      {memberPages.map(({ path, Page }) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
      <Route path="*" element={<OtherPath />} />
    </Route>
  </Routes>
)
