import Clock from 'lucide-react/icons/clock-plus'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttemptDetail } from '#contract/assessments/admin/results.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { ExtraTimeDialog } from '../ExtraTimeDialog.tsx'
import { GrantDialog } from '../GrantDialog.tsx'

/** Extra time while the attempt runs, another attempt afterwards. */
export const AttemptActions = ({ detail }: { detail: AttemptDetail }) => {
  const { t } = useTranslation('assessments/admin/results')
  const [openDialog, setOpenDialog] = useState<'time' | 'grant' | null>(null)
  const { row, assessment } = detail
  const close = () => setOpenDialog(null)
  return (
    <>
      {row.state === 'open' ? (
        <Button icon={<Clock aria-hidden="true" size={18} />} onClick={() => setOpenDialog('time')}>
          {t('extra.button')}
        </Button>
      ) : (
        <Button
          variant="secondary"
          icon={<RotateCcw aria-hidden="true" size={18} />}
          onClick={() => setOpenDialog('grant')}
        >
          {t('grant.button')}
        </Button>
      )}
      {openDialog === 'time' && (
        <ExtraTimeDialog attemptId={row.attempt_id} name={row.learner.name} onClose={close} />
      )}
      {openDialog === 'grant' && (
        <GrantDialog
          assessmentId={assessment.id}
          learner={row.learner}
          allowed={detail.attempts_allowed}
          used={detail.attempts_used}
          onClose={close}
        />
      )}
    </>
  )
}
