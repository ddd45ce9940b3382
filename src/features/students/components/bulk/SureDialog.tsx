import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'

interface Props {
  kind: 'activate' | 'deactivate' | 'password'
  count: number
  isPending: boolean
  onClose: () => void
  onConfirm: () => void
}

/** A question before something that many people notice. */
export const SureDialog = ({ kind, count, isPending, onClose, onConfirm }: Props) => {
  const { t } = useTranslation('students')
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t(`sure.${kind}`, { count })}
      description={t(`sure.${kind}Text`)}
      closeLabel={t('close')}
      actions={
        <>
          <Button
            variant={kind === 'deactivate' ? 'danger' : 'primary'}
            pending={isPending}
            onClick={onConfirm}
          >
            {t(kind === 'password' ? 'sure.send' : `bulk.${kind}`)}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    />
  )
}
