/** The signed-in app is one lazy part: providers, layouts and their libraries. */
import { isHomePath } from '#src/core/routes.ts'
import { markSignedInAtStart } from '#src/core/session/signed-in-mark.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'
import { startHomeCacheRead } from './session/home-cache-read.ts'

const importMemberRoot = () => import('./MemberRoot.tsx')

/**
 * At the start of a signed-in page, loads the app's code, and the home's cached data if that is opened.
 * Rendering retries a failed load.
 */
export const prefetchMember = () => {
  markSignedInAtStart()
  void importMemberRoot().catch(() => undefined)
  if (isHomePath(window.location.pathname)) startHomeCacheRead()
}

export const LazyMemberRoot = lazyPart(async () => {
  const { MemberRoot, prepareMember } = await importMemberRoot()
  await prepareMember(window.location.pathname)
  return MemberRoot
})
