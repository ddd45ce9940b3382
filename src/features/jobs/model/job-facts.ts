/** How long applying is possible. Pure. */
import type { JobCard } from '#contract/jobs/shapes.ts'

const DAY_MS = 86_400_000
/** From here on the days that are left are counted. */
const SOON_DAYS = 7

/** Whole days until applying ends: 0 on the last day; null when that is far away or over. */
export const daysLeft = ({ deadline_at: end, closed }: JobCard, now: number): number | null => {
  const left = Math.ceil((Date.parse(end) - now) / DAY_MS) - 1
  return closed === null && left >= 0 && left <= SOON_DAYS ? left : null
}
