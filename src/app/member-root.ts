/** The signed-in app is one lazy part: providers, layouts and their libraries. */
import { paths } from '#src/core/paths.ts'
import { markSignedInAtStart } from '#src/core/session/signed-in-mark.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'
import { startHomeCacheRead } from './session/home-cache-read.ts'

const importMemberRoot = () => import('./MemberRoot.tsx')

const isHome = () => ([paths.home, paths.learn] as string[]).includes(window.location.pathname)

/**
 * At the start of a signed-in page, loads the app's code, and the home page's code if that is opened.
 * Rendering retries a failed load.
 */
export const prefetchMember = () => {
  markSignedInAtStart()
  void importMemberRoot().catch(() => undefined)
  if (!isHome()) return
  startHomeCacheRead()
  void import('./pages/LearningHomePage.tsx').catch(() => undefined)
}

const loadMemberRoot = async () => {
  const { MemberRoot, prepareMember } = await importMemberRoot()
  await prepareMember(isHome())
  return MemberRoot
}

export const LazyMemberRoot = lazyPart(loadMemberRoot)
