import type { PublicScope } from '#server/core/http/scope.ts'
import { browserCookie, type BrowserToken } from '../browser-cookie.ts'
import { PENDING_SIGNUP_TTL_MS } from './pending-signups.repository.ts'

const cookie = browserCookie('code_browser', PENDING_SIGNUP_TTL_MS)

export const readAskingBrowser = cookie.read

/** The browser that asks for a code now; the answer must set its cookie. */
export const askingBrowser = (scope: PublicScope): BrowserToken => cookie.read(scope) ?? cookie.create(scope)
