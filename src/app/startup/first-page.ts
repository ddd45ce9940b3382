/** Fetches the page of the address while the loader is visible, in parallel with the first texts. */
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
 * Resolves when the code of the first page is there. The loader stays until then, because React would delay what
 * follows a Suspense fallback by 300 ms. A failure is left to the rendering, which fetches again and reports it.
 */
export const untilFirstPage = async (): Promise<void> => {
  const { pathname } = window.location
  try {
    await (isForMember(pathname) ? LazyMemberRoot.preload() : guestPageAt(pathname)?.preload())
  } catch {
    // Rendering fetches again.
  }
}
