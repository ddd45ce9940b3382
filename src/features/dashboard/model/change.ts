/** How a number compares with the one of the period before. Pure. */
export type Change =
  | { kind: 'same' }
  /** From nothing or next to nothing, a percentage says nothing: null. */
  | { kind: 'up' | 'down'; ratio: number | null }

/** More than three times as much is just more. */
const RATIO_MAX = 2

export const changeOf = (now: number, before: number): Change => {
  if (now === before) return { kind: 'same' }
  const ratio = before === 0 ? null : Math.abs(now - before) / before
  return { kind: now > before ? 'up' : 'down', ratio: ratio !== null && ratio <= RATIO_MAX ? ratio : null }
}
