/**
 * What happens when the server refuses the refresh token. Usually the specified clear-and-go (spec 4); while
 * somebody is typing or has unsaved work, a sign-in sheet is offered first (rules: Accounts).
 */
import { isBusy } from './busy.ts'
import { rememberReturnPath } from './return-path.ts'
import { forgetUser, storedUser } from './session.ts'
import type { StoredUser } from './stored-user.ts'

/** Resolves true when the same person signed in again, false when it was declined. */
export type AskToSignIn = (user: StoredUser) => Promise<boolean>
let ask: AskToSignIn | null = null

/** The app hands in the sheet: core knows no screens. */
export const provideSignInSheet = (open: AskToSignIn | null) => {
  ask = open
}

const LOGIN = '/login'

/** Gives the new session's access token, or null after leaving for the sign-in page. */
export const sessionRefused = async (): Promise<string | null> => {
  const user = storedUser()
  if (user && ask && isBusy() && (await ask(user))) return storedUser()?.access_token ?? null
  // Calls that fail while the page is on its way out must not send it out again.
  if (!user && leaving) await leaving
  else await (leaving = clearAndGo(user))
  return null
}

let leaving: Promise<void> | null = null

/** Local storage is cleared, the user is logged out, the browser goes to /login with a reload unless already there. */
const clearAndGo = async (user: StoredUser | null): Promise<void> => {
  const { pathname, search, hash } = window.location
  await forgetUser({ everything: true })
  if (pathname === LOGIN) {
    leaving = null
    return
  }
  if (user) rememberReturnPath(`${pathname}${search}${hash}`, user.id)
  window.location.replace(LOGIN)
}
