import { useEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { intendedPath } from '#src/app/startup/first-path.ts'
import { guestPaths } from '#src/core/guest-paths.ts'
import { rememberReturnPath } from '#src/core/session/return-path.ts'
import { useStoredUser } from '#src/core/session/use-session.ts'
import { useWasSignedIn } from './use-was-signed-in.ts'

/** Sends visitors to /login and remembers the page they wanted (spec 2: Route guard). */
export const RequireLogin = ({ children }: { children: ReactNode }) => {
  const user = useStoredUser()
  const location = useLocation()
  const wasSignedIn = useWasSignedIn(user !== null)
  const returnPath = intendedPath(location.pathname, `${location.search}${location.hash}`)
  const mustSignIn = user === null && !wasSignedIn
  useEffect(() => {
    if (mustSignIn) rememberReturnPath(returnPath)
  }, [mustSignIn, returnPath])
  if (user) return children
  // When the session ends on this page, sign-out itself loads the sign-in page; render nothing until then.
  return wasSignedIn ? null : <Navigate to={guestPaths.login} replace />
}
