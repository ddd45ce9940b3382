import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { InProgress } from '#contract/certificates/certificates.ts'
import { paths } from '#src/core/paths.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { CriteriaList } from './CriteriaList.tsx'

/** What is still missing for one certificate. */
export const ProgressCard = ({ entry }: { entry: InProgress }) => {
  const { t } = useTranslation('certificates')
  const { kind, subject_id: id, title, criteria } = entry
  return (
    <li className="card flex flex-col gap-4 p-5">
      <h3 className="font-semibold text-ink">
        <bdi>{title}</bdi>
      </h3>
      <CriteriaList criteria={criteria} kind={kind} />
      <Link
        to={kind === 'course' ? paths.course(id) : paths.assessment(id)}
        className={buttonClass({ variant: 'secondary', size: 'sm', className: 'mt-auto self-start' })}
      >
        {t(kind === 'course' ? 'continue' : 'openAssessment')}
        <span className="sr-only">
          : <bdi>{title}</bdi>
        </span>
      </Link>
    </li>
  )
}
