import { Route, Routes } from 'react-router-dom'
import { RequireAdmin } from './access/RequireRole.tsx'
import { AssessmentArea } from './pages/AssessmentArea.tsx'
import { adminPages, assessmentAreaPages, staffPages } from './staff-pages.ts'

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
