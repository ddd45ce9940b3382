import Clock from 'lucide-react/icons/clock-plus'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttemptDetail } from '#contract/assessments/admin/results.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { ExtraTimeDialog } from '../ExtraTimeDialog.tsx'
import { GrantDialog } from '../GrantDialog.tsx'

/** More time while it runs, another attempt afterwards. */
export const AttemptActions = ({ detail }: { detail: AttemptDetail }) => {
  const { t } = useTranslation('assessments/admin/results')
  const [asking, setAsking] = useState<'time' | 'grant' | null>(null)
  const { row, assessment } = detail
  const close = () => setAsking(null)
  return (
    <>
      {row.state === 'open' ? (
        <Button icon={<Clock aria-hidden="true" size={18} />} onClick={() => setAsking('time')}>
          {t('extra.button')}
        </Button>
      ) : (
        <Button
          variant="secondary"
          icon={<RotateCcw aria-hidden="true" size={18} />}
          onClick={() => setAsking('grant')}
        >
          {t('grant.button')}
        </Button>
      )}
      {asking === 'time' && (
        <ExtraTimeDialog attemptId={row.attempt_id} name={row.learner.name} onClose={close} />
      )}
      {asking === 'grant' && (
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
