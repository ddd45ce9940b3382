/** The server refused the refresh token. What happens then is decided above the session (`core/sign-out`). */
import type { StoredUser } from './stored-user.ts'

/** Gives the access token of a new session of the same person, or null after leaving. */
type Handler = () => Promise<string | null>
let handler: Handler = () => Promise.resolve(null)

export const onRefusedSession = (handle: Handler) => {
  handler = handle
}
// Code that could not be fetched: the next refusal tries again.
export const sessionRefused: Handler = () => handler().catch(() => null)

/** Resolves true when the same person signed in again, false when it was declined. */
export type AskToSignIn = (user: StoredUser) => Promise<boolean>
let ask: AskToSignIn | null = null

/** The app hands in the sheet: core knows no screens. */
export const provideSignInSheet = (open: AskToSignIn | null) => {
  ask = open
}
export const signInSheet = (): AskToSignIn | null => ask
