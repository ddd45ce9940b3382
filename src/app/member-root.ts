/** Everything behind sign-in is one lazy part: providers, shells and their libraries. */
import { isHomePath } from '#src/core/routes.ts'
import { markSignedInAtStart } from '#src/core/session/signed-in-mark.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'
import { startReadingKeptAnswers } from './session/kept-answers-reading.ts'

const memberRoot = () => import('./MemberRoot.tsx')

/** At the start of a signed-in page: fetches its code and reads what the home keeps; showing it asks again. */
export const prefetchMember = () => {
  markSignedInAtStart()
  void memberRoot().catch(() => undefined)
  if (isHomePath(window.location.pathname)) startReadingKeptAnswers()
}

export const LazyMemberRoot = lazyPart(async () => {
  const { MemberRoot, prepareMember } = await memberRoot()
  await prepareMember(window.location.pathname)
  return MemberRoot
})
