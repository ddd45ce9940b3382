/** The page of this address is fetched while the loader is visible, beside the first texts. */
import { authPages, openPages, pageAt } from '#src/app/guest-pages.ts'
import { LazyMemberRoot, prefetchMember } from '#src/app/member-root.ts'
import { isOpenPath } from '#src/core/routes.ts'
import { storedUser } from '#src/core/session/session.ts'

const isForMember = (pathname: string) => storedUser() !== null && !isOpenPath(pathname)
const guestPageAt = (pathname: string) => pageAt([...authPages, ...openPages], pathname)

export const prefetchFirstPage = () => {
  const { pathname } = window.location
  if (isForMember(pathname)) prefetchMember()
  else
    guestPageAt(pathname)
      ?.preload()
      .catch(() => undefined)
}

/**
 * Fulfilled when the first rendering has everything it needs. The loader stays until then: a fallback of React's looks
 * the same, but React shows what follows a fallback 300 ms later at the earliest. Rendering reports what is missing.
 */
export const untilFirstPage = async (): Promise<void> => {
  const { pathname } = window.location
  try {
    await (isForMember(pathname) ? LazyMemberRoot.preload() : guestPageAt(pathname)?.preload())
  } catch {
    // Rendering asks again.
  }
}
