/** Everything behind sign-in is one lazy part: providers, shells and their libraries. */
import { lazy } from 'react'

const memberRoot = () => import('./MemberRoot.tsx')

/** Fetches its code; showing it asks again should this fail. */
export const prefetchMember = () => void memberRoot().catch(() => undefined)

const loadMemberRoot = async () => {
  const { MemberRoot, prepareMember } = await memberRoot()
  await prepareMember()
  return { default: MemberRoot }
}

export const LazyMemberRoot = lazy(loadMemberRoot)
