import { useTranslation } from 'react-i18next'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { useExtraTime } from '../api/results.mutations.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

type Props = { attemptId: string; name: string; onClose: () => void }

/** Adds minutes to a running attempt. The learner's timer updates without a reload. */
export const ExtraTimeDialog = ({ attemptId, name, onClose }: Props) => {
  const { t } = useTranslation('assessments/admin/results')
  const notify = useNotify()
  const addTime = useExtraTime(attemptId)
  return (
    <ReasonDialog
      title={t('extra.title', { name: isolated(name) })}
      text={t('extra.text')}
      submitLabel={t('extra.submit')}
      minutes={{ label: t('extra.minutes'), min: 1, initial: null }}
      pending={addTime.isPending}
      error={addTime.error}
      onSubmit={({ minutes, reason, key }) =>
        addTime.mutate(
          { idempotency_key: key, minutes: minutes ?? 0, reason },
          {
            onSuccess: () => {
              onClose()
              notify({ kind: 'success', title: t('extra.done', { count: minutes ?? 0 }) })
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}
