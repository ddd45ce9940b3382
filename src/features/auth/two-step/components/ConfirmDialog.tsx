import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'

interface Props {
  open: boolean
  title: string
  text: string
  confirmLabel: string
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** A question before something that weakens the account or makes kept codes useless. */
export const ConfirmDialog = ({ open, title, text, confirmLabel, isPending, onConfirm, onClose }: Props) => {
  const { t } = useTranslation('auth/two-step')
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={text}
      closeLabel={t('cancel')}
      actions={
        <>
          <Button variant="danger" pending={isPending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    />
  )
}
