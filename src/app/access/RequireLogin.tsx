import { useEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { intendedPath } from '#src/app/startup/first-path.ts'
import { paths } from '#src/core/paths.ts'
import { rememberReturnPath } from '#src/core/session/return-path.ts'
import { useStoredUser } from '#src/core/session/use-session.ts'
import { useArrivedSignedIn } from './use-arrived-signed-in.ts'

/** Spec §2 "Route guard": visitors go to /login, where they wanted to go is kept. */
export const RequireLogin = ({ children }: { children: ReactNode }) => {
  const user = useStoredUser()
  const location = useLocation()
  const leaving = useArrivedSignedIn(user !== null)
  const wanted = intendedPath(location.pathname, `${location.search}${location.hash}`)
  const mustSignIn = user === null && !leaving
  useEffect(() => {
    if (mustSignIn) rememberReturnPath(wanted)
  }, [mustSignIn, wanted])
  if (user) return children
  // A session that ended here takes the browser to sign-in by itself: nothing of the page stays until then.
  return leaving ? null : <Navigate to={paths.login} replace />
}
