import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { AuthoredAssessment } from '#contract/assessments/admin/authoring.ts'
import type { BankTopic } from '#contract/question-bank/question-bank.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { useArchive, useAssessmentStatus } from '../../api/authoring.queries.ts'
import { FindingList } from './FindingList.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'

type Props = { assessment: AuthoredAssessment; topics: readonly BankTopic[] }

/** The assessment's status, what prevents its activation, and a preview. */
export const StatusCard = ({ assessment, topics }: Props) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const changeStatus = useAssessmentStatus(assessment.id)
  const [isPreviewOpen, setIsPreviewOpen] = useState(false)
  const isActive = assessment.status === 'active'
  const hasFindings = assessment.findings.length > 0
  const shownStatus = assessment.archived ? 'archived' : assessment.status
  const archive = useArchive()
  const isConflict = isApiError(changeStatus.error) && changeStatus.error.status === 409
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={isActive ? 'success' : 'neutral'}>{t(`status.${shownStatus}`)}</Badge>
        <span className="text-sm text-ink-muted">{t(`status.${shownStatus}Hint`)}</span>
        <span className="flex flex-wrap gap-2 sm:ms-auto">
          <Link
            to={`${adminPaths.results}?assessment=${assessment.id}`}
            className={buttonClass({ variant: 'ghost', size: 'sm' })}
          >
            {t('edit.results')}
          </Link>
          <Button size="sm" variant="secondary" disabled={hasFindings} onClick={() => setIsPreviewOpen(true)}>
            {t('preview.open')}
          </Button>
          {assessment.archived ? (
            <Button
              size="sm"
              pending={archive.isPending}
              onClick={() => archive.mutate({ id: assessment.id, archived: false })}
            >
              {t('archive.restore')}
            </Button>
          ) : (
            <Button
              size="sm"
              variant={isActive ? 'secondary' : 'primary'}
              disabled={!isActive && hasFindings}
              pending={changeStatus.isPending}
              onClick={() => changeStatus.mutate(isActive ? 'inactive' : 'active')}
            >
              {t(isActive ? 'status.deactivate' : 'status.activate')}
            </Button>
          )}
        </span>
      </div>
      {hasFindings && (
        <FindingList findings={assessment.findings} rules={assessment.settings.rules} topics={topics} />
      )}
      {changeStatus.isError && (
        <Alert
          kind="error"
          title={isConflict ? t('status.refused') : errorText(changeStatus.error, t('notSaved'))}
        />
      )}
      {archive.isError && <Alert kind="error" title={errorText(archive.error, t('notSaved'))} />}
      {isPreviewOpen && (
        <PreviewDialog
          assessmentId={assessment.id}
          revision={assessment.revision}
          topics={topics}
          onClose={() => setIsPreviewOpen(false)}
        />
      )}
    </Card>
  )
}
