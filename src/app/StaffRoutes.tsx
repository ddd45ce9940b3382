import { Route, Routes } from 'react-router-dom'
import { RequireAdmin, RequireSuperadmin } from './access/RequireRole.tsx'
import { AssessmentArea } from './pages/AssessmentArea.tsx'
import { adminPages, assessmentAreaPages, staffPages, superadminPages } from './staff-pages.ts'

/** The pages for staff; whoever comes here may enter the admin area. */
export const StaffRoutes = () => (
  <Routes>
    {staffPages.map(({ path, Page }) => (
      <Route key={path} path={path} element={<Page />} />
    ))}
    {adminPages.map(({ path, Page }) => (
      <Route
        key={path}
        path={path}
        element={
          <RequireAdmin>
            <Page />
          </RequireAdmin>
        }
      />
    ))}
    {superadminPages.map(({ path, Page }) => (
      <Route
        key={path}
        path={path}
        element={
          <RequireSuperadmin>
            <Page />
          </RequireSuperadmin>
        }
      />
    ))}
    {assessmentAreaPages.map(({ path, Page }) => (
      <Route
        key={path}
        path={path}
        element={
          <AssessmentArea>
            <Page />
          </AssessmentArea>
        }
      />
    ))}
  </Routes>
)
