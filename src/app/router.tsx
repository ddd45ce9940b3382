import { Suspense, type ReactNode } from 'react'
import { Outlet, Route, Routes, useLocation } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { CourseDetailPage, CourseListPage } from '#src/features/courses/index.ts'
import { ProfilePage } from '#src/features/profile/index.ts'
import { RouteBoundary } from './access/RouteBoundary.tsx'
import { UnknownPath } from './access/UnknownPath.tsx'
import { AreaShell } from './layouts/AreaShell.tsx'
import { PageSkeleton } from './layouts/PageSkeleton.tsx'

const Page = () => {
  const { pathname } = useLocation()
  return (
    <AreaShell>
      <RouteBoundary resetKey={pathname}>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </RouteBoundary>
    </AreaShell>
  )
}

export interface PageRoute {
  path: string
  element: ReactNode
}

/** Pages behind sign-in, one line each. */
export const memberRoutes: readonly PageRoute[] = [
  { path: paths.courses, element: <CourseListPage /> },
  { path: '/courses/:courseId', element: <CourseDetailPage /> },
  { path: paths.profile, element: <ProfilePage /> },
]

export const MemberRouter = () => (
  <Routes>
    <Route element={<Page />}>
      {memberRoutes.map(({ path, element }) => (
        <Route key={path} path={path} element={element} />
      ))}
      <Route path="*" element={<UnknownPath />} />
    </Route>
  </Routes>
)
