/**
 * What happens when the server refuses the refresh token. Usually the specified clear-and-go (spec 4); while somebody
 * is typing or has unsaved work, a sign-in sheet is offered first (rules: Accounts).
 */
import { paths } from '#src/core/paths.ts'
import { isVisitorPath } from '#src/core/routes.ts'
import { isBusy } from '#src/core/session/busy.ts'
import { rememberReturnPath } from '#src/core/session/return-path.ts'
import { accessToken, storedUser } from '#src/core/session/session.ts'
import { signInSheet } from '#src/core/session/refused-session.ts'
import type { StoredUser } from '#src/core/session/stored-user.ts'
import { endSession } from './end-session.ts'

/** Gives the new session's access token, or null after leaving for the sign-in page. */
export const endRefusedSession = async (): Promise<string | null> => {
  const user = storedUser()
  const ask = signInSheet()
  if (user && ask && isBusy() && (await ask(user))) return accessToken()
  // Calls that fail while the page is on its way out must not send it out again.
  if (!user && leaving) await leaving
  else await (leaving = clearAndGo(user))
  return null
}

let leaving: Promise<void> | null = null

/** A scanned code is old once somebody has signed in: the visitor's page tells the server of it, then leads to sign-in. */
const isScan = (path: string, search: string): boolean =>
  isVisitorPath(path) && new URLSearchParams(search).has('code')

/** Local storage is cleared, the user is signed out, the browser goes to /login with a reload unless already there. */
const clearAndGo = async (user: StoredUser | null): Promise<void> => {
  const { pathname, search, hash } = window.location
  await endSession({ everything: true })
  if (pathname === paths.login) {
    leaving = null
    return
  }
  if (user) rememberReturnPath(`${pathname}${search}${hash}`, user.id)
  window.location.replace(isScan(pathname, search) ? `${pathname}${search}` : paths.login)
}
