/** Everything behind sign-in is one lazy part: providers, shells and their libraries. */
import { lazy } from 'react'
import { paths } from '#src/core/paths.ts'

const memberRoot = () => import('./MemberRoot.tsx')

const opensHome = () => ([paths.home, paths.learn] as string[]).includes(window.location.pathname)

/** Fetches its code, and the home's where that is opened; showing it asks again should this fail. */
export const prefetchMember = () => {
  void memberRoot().catch(() => undefined)
  if (opensHome()) void import('./pages/LearningHomePage.tsx').catch(() => undefined)
}

const loadMemberRoot = async () => {
  const { MemberRoot, prepareMember } = await memberRoot()
  await prepareMember(opensHome())
  return { default: MemberRoot }
}

export const LazyMemberRoot = lazy(loadMemberRoot)
