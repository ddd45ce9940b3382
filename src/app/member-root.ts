/** Everything behind sign-in is one lazy part: providers, shells and their libraries. */
import { lazy } from 'react'

const loadMemberRoot = async () => {
  const { MemberRoot, prepareMember } = await import('./MemberRoot.tsx')
  await prepareMember()
  return { default: MemberRoot }
}

export const LazyMemberRoot = lazy(loadMemberRoot)
