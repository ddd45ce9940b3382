import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'

interface Props {
  open: boolean
  title: string
  text: string
  confirmLabel: string
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** A question before something that everybody will see. */
export const ConfirmDialog = ({ open, title, text, confirmLabel, onConfirm, onClose }: Props) => {
  const { t } = useTranslation('settings')
  const [isPending, setPending] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={text}
      closeLabel={t('cancel')}
      actions={
        <>
          <Button
            pending={isPending}
            onClick={() => {
              setPending(true)
              void onConfirm().finally(() => setPending(false))
            }}
          >
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
