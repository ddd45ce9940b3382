import { Link } from 'react-router-dom'
import type { ResultRow } from '#contract/assessments/admin/results.ts'

/** Name above email address, which only admins see. The name is a link if `to` is given. */
export const LearnerName = ({ learner, to }: { learner: ResultRow['learner']; to?: string }) => (
  <span className="block min-w-0">
    {to === undefined ? (
      <bdi className="font-medium text-ink">{learner.name}</bdi>
    ) : (
      <Link
        to={to}
        className="inline-flex min-h-6 items-center font-medium text-primary-text hover:underline pointer-coarse:min-h-11"
      >
        <bdi>{learner.name}</bdi>
      </Link>
    )}
    {learner.email !== null && (
      <span className="block text-sm break-all text-ink-muted">
        <bdi>{learner.email}</bdi>
      </span>
    )}
  </span>
)
