import { useTranslation } from 'react-i18next'
import type { PlatformClient } from '#contract/platform/clients.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useSetState } from '../../api/clients.queries.ts'

type Props = { client: PlatformClient; onClose: () => void }

/** Asks before a client goes off or on, and says what that means for its people. */
export const StateDialog = ({ client, onClose }: Props) => {
  const { t } = useTranslation('platform')
  const notify = useNotify()
  const { mutate, isPending, error } = useSetState()
  const key = client.is_active ? 'off' : 'on'
  const name = isolated(client.name)
  const change = () =>
    mutate(
      { id: client.id, isActive: !client.is_active },
      {
        onSuccess: () => {
          notify({ kind: 'success', title: t(`state.${key}Done`, { name }) })
          onClose()
        },
      },
    )
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(`state.${key}Title`, { name })}
      description={t(`state.${key}Text`, { count: client.usage.people })}
      closeLabel={t('cancel')}
      actions={
        <>
          <Button variant={client.is_active ? 'danger' : 'primary'} pending={isPending} onClick={change}>
            {t(`state.${key}`)}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      {Boolean(error) && <Alert kind="error" title={errorText(error, t('failed'))} />}
    </Dialog>
  )
}
