/** The code of whichever side of the sign-in comes first is fetched beside the texts, not after them. */
import { prefetchMember } from '#src/app/member-root.ts'
import { loadPageSheet } from '#src/app/sheets/load-page-sheet.ts'
import { storedUser } from '#src/core/session/session.ts'
import { prefetchSignIn } from '#src/features/auth/index.ts'
import { isAuthPath, isOpenPath } from '#src/core/routes.ts'
import { paths } from '#src/core/paths.ts'

export const prefetchFirstPage = () => {
  const { pathname } = window.location
  if (isOpenPath(pathname)) return
  if (storedUser()) {
    prefetchMember()
    if (pathname !== paths.home && pathname !== paths.learn) void loadPageSheet().catch(() => undefined)
  } else if (pathname === paths.login || !isAuthPath(pathname)) prefetchSignIn()
}
