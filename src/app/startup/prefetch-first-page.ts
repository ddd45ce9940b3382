/** The code of whichever side of the sign-in comes first is fetched beside the texts, not after them. */
import { LazyMemberRoot, prefetchMember } from '#src/app/member-root.ts'
import { loadPageSheet } from '#src/app/sheets/load-page-sheet.ts'
import { storedUser } from '#src/core/session/session.ts'
import { SignInPage } from '#src/features/auth/index.ts'
import { isAuthPath, isOpenPath } from '#src/core/routes.ts'
import { paths } from '#src/core/paths.ts'

type Side = 'member' | 'sign-in' | 'neither'

const sideOf = (pathname: string): Side => {
  if (isOpenPath(pathname)) return 'neither'
  if (storedUser()) return 'member'
  return pathname === paths.login || !isAuthPath(pathname) ? 'sign-in' : 'neither'
}

export const prefetchFirstPage = () => {
  const { pathname } = window.location
  const side = sideOf(pathname)
  if (side === 'member') {
    prefetchMember()
    if (pathname !== paths.home && pathname !== paths.learn) void loadPageSheet().catch(() => undefined)
  }
  if (side === 'sign-in') void SignInPage.preload().catch(() => undefined)
}

/**
 * Fulfilled when the first rendering has all that it is made of. The loader stands until then: what React shows in its
 * place looks the same and costs 300 ms more. What cannot be fetched says so where it is shown.
 */
export const untilFirstPage = async (): Promise<void> => {
  const side = sideOf(window.location.pathname)
  try {
    if (side === 'member') await LazyMemberRoot.preload()
    if (side === 'sign-in') await SignInPage.preload()
  } catch {
    // Rendering asks again.
  }
}
