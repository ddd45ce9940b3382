import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleDot from 'lucide-react/icons/circle-dot'
import CircleX from 'lucide-react/icons/circle-x'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { JobEvidence, JobMatch, RequirementMatch } from '#contract/jobs/jobs.ts'
import { paths } from '#src/core/paths.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'

const ICONS = { met: CircleCheck, partial: CircleDot, missing: CircleX, unchecked: CircleDashed } as const
const TONES = {
  met: 'text-success-text',
  partial: 'text-warning-text',
  missing: 'text-error-text',
  unchecked: 'text-ink-muted',
} as const

/** Each requirement with what the learner has of it, and the course that closes the gap (rules: Jobs). */
export const MatchPanel = ({ match }: { match: JobMatch }) => {
  const { t } = useTranslation('jobs')
  return (
    <div className="card overflow-hidden">
      {match.of > 0 && (
        <div className="border-b border-line bg-primary-soft p-4 sm:p-5">
          <p className="font-semibold text-ink">
            {match.met === match.of ? t('match.all') : t('match.some', { met: match.met, of: match.of })}
          </p>
          <Progress
            className="mt-2"
            value={Math.round((100 * match.met) / match.of)}
            label={t('match.some', { met: match.met, of: match.of })}
            tone={match.met === match.of ? 'success' : 'primary'}
          />
        </div>
      )}
      <ul className="divide-y divide-line">
        {match.requirements.map((requirement, index) => (
          <RequirementRow key={index} requirement={requirement} />
        ))}
      </ul>
    </div>
  )
}

const RequirementRow = ({ requirement }: { requirement: RequirementMatch }) => {
  const { t } = useTranslation('jobs')
  const { state, evidence, gap } = requirement
  const Icon = ICONS[state]
  return (
    <li className="flex gap-3 p-4 sm:px-5">
      <Icon aria-hidden="true" size={20} className={`mt-0.5 shrink-0 ${TONES[state]}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3 text-ink">
          <bdi>{requirement.text}</bdi>
          <span className={`text-sm font-medium ${TONES[state]}`}>{t(`match.state.${state}`)}</span>
        </p>
        {evidence && (
          <p className="mt-0.5 text-sm text-ink-muted">
            <Evidence evidence={evidence} />
          </p>
        )}
        {gap ? (
          <Link
            to={paths.course(gap.id)}
            className="mt-1 inline-flex min-h-9 items-center text-sm font-medium text-primary-text hover:underline pointer-coarse:min-h-11"
          >
            {t(state === 'partial' ? 'match.continue' : 'match.start', { title: isolated(gap.title) })}
          </Link>
        ) : (
          evidence?.kind === 'assessment' &&
          state !== 'met' && (
            <Link
              to={paths.assessment(evidence.assessment.id)}
              className="mt-1 inline-flex min-h-9 items-center text-sm font-medium text-primary-text hover:underline pointer-coarse:min-h-11"
            >
              {t('match.take', { title: isolated(evidence.assessment.title) })}
            </Link>
          )
        )}
      </div>
    </li>
  )
}

const Evidence = ({ evidence }: { evidence: JobEvidence }) => {
  const { t } = useTranslation('jobs')
  if (evidence.kind === 'course') {
    const { course, percent } = evidence
    if (percent === 100) return t('evidence.courseDone', { title: isolated(course.title) })
    return percent > 0
      ? t('evidence.coursePart', { title: isolated(course.title), percent })
      : t('evidence.courseNone', { title: isolated(course.title) })
  }
  if (evidence.kind === 'problems')
    return t('evidence.problems', {
      count: evidence.solved,
      needed: evidence.needed,
      skill: isolated(evidence.skill),
    })
  const { assessment, percent, needed } = evidence
  return percent === null
    ? t('evidence.scoreNone', { title: isolated(assessment.title), needed })
    : t('evidence.score', { title: isolated(assessment.title), percent, needed })
}
