/** Sends visitors of a private address to sign-in before anything is rendered, so that only the sign-in page is fetched. */
import { guestPaths } from '#src/core/guest-paths.ts'
import { LANGUAGE_PARAMETER } from '#src/core/i18n/detector.ts'
import { isAuthPath, isKnownPath, isOpenPath, isVisitorPath, nearestParent } from '#src/core/routes.ts'
import { rememberReturnPath } from '#src/core/session/return-path.ts'
import { storedUser } from '#src/core/session/session.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeSession } from '#src/core/storage/safe-storage.ts'

/** Where to return after sign-in: the address, or the nearest existing parent of an unknown one (spec 2). */
export const intendedPath = (pathname: string, rest: string): string =>
  isKnownPath(pathname) ? `${pathname}${rest}` : (nearestParent(pathname) ?? guestPaths.home)

/** A link's language holds for the sign-in page, too. */
const languageIn = (search: string): string => {
  const language = new URLSearchParams(search).get(LANGUAGE_PARAMETER)
  return language === null ? '' : `?${new URLSearchParams({ [LANGUAGE_PARAMETER]: language })}`
}

export const guardFirstPath = () => {
  const { pathname, search, hash } = window.location
  if (storedUser() || isAuthPath(pathname) || isOpenPath(pathname) || isVisitorPath(pathname)) return
  const isShare = pathname === guestPaths.share
  if (isShare) safeSession.set(keys.shared, search)
  rememberReturnPath(intendedPath(pathname, isShare ? '' : `${search}${hash}`))
  window.history.replaceState(null, '', guestPaths.login + languageIn(search))
}
