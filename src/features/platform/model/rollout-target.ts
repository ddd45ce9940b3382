/** For whom a feature changes, as it is typed. Pure. */
import type { RolloutTarget } from '#contract/platform/rollout.ts'

export const targetKinds = ['all', 'percent', 'clients'] as const

export interface TargetDraft {
  kind: (typeof targetKinds)[number]
  percent: string
  chosen: { id: number; name: string }[]
}

/** Nobody: to change all clients is a choice of its own. */
export const emptyTarget: TargetDraft = { kind: 'clients', percent: '10', chosen: [] }

/** Null while it names nobody. */
export const targetOf = ({ kind, percent, chosen }: TargetDraft): RolloutTarget | null => {
  if (kind === 'all') return { kind }
  if (kind === 'clients') return chosen.length === 0 ? null : { kind, ids: chosen.map(({ id }) => id) }
  const share = Number(percent)
  return Number.isInteger(share) && share >= 1 && share <= 100 ? { kind, percent: share } : null
}
