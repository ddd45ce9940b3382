import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useEndSession } from '../../api/live-admin.queries.ts'

type Props = { sessionId: number; onClose: () => void }

/** Asks before the room closes for everybody. */
export const EndDialog = ({ sessionId, onClose }: Props) => {
  const { t } = useTranslation('live-admin')
  const notify = useNotify()
  const end = useEndSession(sessionId)
  const confirm = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        notify({ kind: 'success', title: t('end.done') })
        onClose()
      },
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('end.title')}
      description={t('end.text')}
      closeLabel={t('end.keep')}
      actions={
        <Button variant="danger" pending={end.isPending} onClick={confirm}>
          {t('end.confirm')}
        </Button>
      }
    >
      {end.isError && <Alert kind="error" title={errorText(end.error, t('end.failed'))} />}
    </Dialog>
  )
}
