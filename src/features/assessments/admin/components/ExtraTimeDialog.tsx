import { useTranslation } from 'react-i18next'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { useExtraTime } from '../api/results.mutations.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

type Props = { attemptId: string; name: string; onClose: () => void }

/** Minutes into a running attempt: the learner's timer follows by itself. */
export const ExtraTimeDialog = ({ attemptId, name, onClose }: Props) => {
  const { t } = useTranslation('assessments/admin/results')
  const notify = useNotify()
  const give = useExtraTime(attemptId)
  return (
    <ReasonDialog
      title={t('extra.title', { name: isolated(name) })}
      text={t('extra.text')}
      submitLabel={t('extra.submit')}
      minutes={{ label: t('extra.minutes'), least: 1, given: null }}
      pending={give.isPending}
      error={give.error}
      onSubmit={({ minutes, reason, key }) =>
        give.mutate(
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
