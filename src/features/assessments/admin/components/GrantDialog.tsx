import { useTranslation } from 'react-i18next'
import type { ResultRow } from '#contract/assessments/admin/results.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { useGrant } from '../api/results.mutations.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

type Props = {
  assessmentId: number
  learner: ResultRow['learner']
  allowed: number
  used: number
  onClose: () => void
}

/** Grants one learner one more attempt. */
export const GrantDialog = ({ assessmentId, learner, allowed, used, onClose }: Props) => {
  const { t } = useTranslation('assessments/admin/results')
  const notify = useNotify()
  const grant = useGrant(assessmentId, learner.id)
  return (
    <ReasonDialog
      title={t('grant.title', { name: isolated(learner.name) })}
      text={t('grant.text', { used, allowed })}
      submitLabel={t('grant.submit')}
      pending={grant.isPending}
      error={grant.error}
      onSubmit={({ reason, key }) =>
        grant.mutate(
          { idempotency_key: key, reason },
          {
            onSuccess: () => {
              onClose()
              notify({ kind: 'success', title: t('grant.done') })
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}
