import { useTranslation } from 'react-i18next'
import type { LearnerLine } from '#contract/assessments/admin/results.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { useAccommodation } from '../../api/results.mutations.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'

type Props = { assessmentId: number; line: LearnerLine; onClose: () => void }

/** Sets the extra minutes of all future attempts of one learner. */
export const AccommodationDialog = ({ assessmentId, line, onClose }: Props) => {
  const { t } = useTranslation('assessments/admin/results')
  const notify = useNotify()
  const save = useAccommodation(assessmentId, line.learner.id)
  return (
    <ReasonDialog
      title={t('accommodation.title', { name: isolated(line.learner.name) })}
      text={t('accommodation.text')}
      submitLabel={t('accommodation.save')}
      minutes={{ label: t('extra.minutes'), min: 0, initial: line.extra_minutes }}
      initialReason={line.extra_reason ?? ''}
      pending={save.isPending}
      error={save.error}
      onSubmit={({ minutes, reason }) =>
        save.mutate(
          { extra_minutes: minutes ?? 0, reason },
          {
            onSuccess: () => {
              onClose()
              notify({ kind: 'success', title: t('accommodation.done') })
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}
