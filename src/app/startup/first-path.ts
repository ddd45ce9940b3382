/** A visitor at a private address is sent to sign-in before anything is rendered, so that its page loads at once. */
import { guestPaths } from '#src/core/guest-paths.ts'
import { isAuthPath, isKnownPath, isOpenPath, isVisitorPath, nearestParent } from '#src/core/routes.ts'
import { rememberReturnPath } from '#src/core/session/return-path.ts'
import { storedUser } from '#src/core/session/session.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeSession } from '#src/core/storage/safe-storage.ts'

/** The address to come back to: an unknown one gives its nearest existing parent (spec 2). */
export const intendedPath = (pathname: string, rest: string): string =>
  isKnownPath(pathname) ? `${pathname}${rest}` : (nearestParent(pathname) ?? guestPaths.home)

export const guardFirstPath = () => {
  const { pathname, search, hash } = window.location
  if (storedUser() || isAuthPath(pathname) || isOpenPath(pathname) || isVisitorPath(pathname)) return
  const shares = pathname === guestPaths.share
  if (shares) safeSession.set(keys.shared, search)
  rememberReturnPath(intendedPath(pathname, shares ? '' : `${search}${hash}`))
  window.history.replaceState(null, '', guestPaths.login)
}
