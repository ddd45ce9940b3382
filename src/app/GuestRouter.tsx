import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { paths } from '#src/core/paths.ts'
import { ForgotPasswordPage, OtpPage, SignInPage, SignUpPage } from '#src/features/auth/index.ts'
import { GuestOnly } from './access/GuestOnly.tsx'
import { RequireLogin } from './access/RequireLogin.tsx'
import { LazyMemberRoot } from './member-root.ts'
import { WithPageSheet } from './sheets/WithPageSheet.tsx'

const DevUiPage = lazy(() => import('./pages/DevUiPage.tsx').then((m) => ({ default: m.DevUiPage })))
const PwaTestPage = lazy(() => import('./pages/PwaTestPage.tsx').then((m) => ({ default: m.PwaTestPage })))
const IosPwaTestPage = lazy(() =>
  import('./pages/IosPwaTestPage.tsx').then((m) => ({ default: m.IosPwaTestPage })),
)

/** The routes that need no sign-in; all others require one. */
export const GuestRouter = () => (
  <Routes>
    <Route element={<GuestOnly />}>
      <Route path={paths.login} element={<SignInPage />} />
      <Route path={paths.signup} element={<SignUpPage />} />
      <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
      <Route path={paths.otp} element={<OtpPage />} />
    </Route>
    <Route
      path={paths.pwaTest}
      element={
        <WithPageSheet>
          <PwaTestPage />
        </WithPageSheet>
      }
    />
    <Route
      path={paths.iosPwaTest}
      element={
        <WithPageSheet>
          <IosPwaTestPage />
        </WithPageSheet>
      }
    />
    {(import.meta.env.DEV || runtimeConfig().demo) && (
      <Route
        path={paths.devUi}
        element={
          <WithPageSheet>
            <DevUiPage />
          </WithPageSheet>
        }
      />
    )}
    <Route
      path="*"
      element={
        <RequireLogin>
          <LazyMemberRoot />
        </RequireLogin>
      }
    />
  </Routes>
)
