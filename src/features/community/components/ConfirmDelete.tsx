import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'

type Props = { kind: 'thread' | 'comment'; pending: boolean; onCancel: () => void; onConfirm: () => void }

/** The specified confirmation before a thread or comment is deleted (spec 8). */
export const ConfirmDelete = ({ kind, pending, onCancel, onConfirm }: Props) => {
  const { t } = useTranslation('community')
  return (
    <Dialog
      open
      title={t(kind === 'thread' ? 'delete.threadTitle' : 'delete.commentTitle')}
      description={t(kind === 'thread' ? 'delete.thread' : 'delete.comment')}
      closeLabel={t('action.close')}
      actions={
        <>
          <Button variant="danger" pending={pending} onClick={onConfirm}>
            {t('action.delete')}
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            {t('action.cancel')}
          </Button>
        </>
      }
      onOpenChange={(open) => {
        if (!open) onCancel()
      }}
    />
  )
}
