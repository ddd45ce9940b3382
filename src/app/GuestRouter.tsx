import { Route, Routes } from 'react-router-dom'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { guestPaths } from '#src/core/guest-paths.ts'
import { GuestOnly } from './access/GuestOnly.tsx'
import { RequireLogin } from './access/RequireLogin.tsx'
import { LazyMemberRoot } from './member-root.ts'
import { VisitorPage } from './access/VisitorPage.tsx'
import { authPages, openPages } from './guest-pages.ts'

/** The page of all controls is for developers and for the demo. */
const isShown = (path: string) => path !== guestPaths.devUi || import.meta.env.DEV || runtimeConfig().demo

/** The routes that need no sign-in; all others require one. */
export const GuestRouter = () => (
  <Routes>
    <Route element={<GuestOnly />}>
      {authPages.map(({ path, Page }) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
    </Route>
    {openPages
      .filter(({ path }) => isShown(path))
      .map(({ path, Page }) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
    <Route
      path="*"
      element={
        <VisitorPage>
          <RequireLogin>
            <LazyMemberRoot />
          </RequireLogin>
        </VisitorPage>
      }
    />
  </Routes>
)
