import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'

type Props = { pending: boolean; onStay: () => void; onLeave: () => Promise<void> }

/** Confirms leaving the course and says that no progress is lost. */
export const LeaveDialog = ({ pending, onStay, onLeave }: Props) => {
  const { t } = useTranslation('courses')
  return (
    <Dialog
      open
      title={t('detail.leaveTitle')}
      description={t('detail.leaveBody')}
      closeLabel={t('detail.leaveCancel')}
      actions={
        <>
          <Button variant="danger" pending={pending} onClick={() => void onLeave()}>
            {t('detail.leaveConfirm')}
          </Button>
          <Button variant="secondary" onClick={onStay}>
            {t('detail.leaveCancel')}
          </Button>
        </>
      }
      onOpenChange={(open) => {
        if (!open) onStay()
      }}
    />
  )
}
