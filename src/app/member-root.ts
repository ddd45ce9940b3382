/** Everything behind sign-in is one lazy part: providers, shells and their libraries. */
import { paths } from '#src/core/paths.ts'
import { markSignedInAtStart } from '#src/core/session/signed-in-mark.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'
import { startReadingKeptAnswers } from './session/kept-answers-reading.ts'

const memberRoot = () => import('./MemberRoot.tsx')

const opensHome = () => ([paths.home, paths.learn] as string[]).includes(window.location.pathname)

/** At the start of a signed-in page: fetches its code, and the home's where that is opened; showing it asks again. */
export const prefetchMember = () => {
  markSignedInAtStart()
  void memberRoot().catch(() => undefined)
  if (!opensHome()) return
  startReadingKeptAnswers()
  void import('./pages/LearningHomePage.tsx').catch(() => undefined)
}

const loadMemberRoot = async () => {
  const { MemberRoot, prepareMember } = await memberRoot()
  await prepareMember(opensHome())
  return MemberRoot
}

export const LazyMemberRoot = lazyPart(loadMemberRoot)
