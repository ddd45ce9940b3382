import { useTranslation } from 'react-i18next'
import type { Passkey } from '#contract/auth/two-step.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useRenamePasskey } from '../../api/two-step.queries.ts'
import { PasskeyNameForm } from './PasskeyNameForm.tsx'

interface Props {
  passkey: Passkey
  open: boolean
  onClose: () => void
}

export const RenamePasskeyDialog = ({ passkey, open, onClose }: Props) => {
  const { t } = useTranslation('auth/two-step')
  const rename = useRenamePasskey()
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('passkey.renameTitle')}
      closeLabel={t('cancel')}
    >
      <PasskeyNameForm
        initial={passkey.name}
        submitLabel={t('passkey.rename')}
        message={rename.error && errorText(rename.error, t('failed'))}
        isPending={rename.isPending}
        onSubmit={(name) => rename.mutate({ passkeyId: passkey.id, name }, { onSuccess: onClose })}
      />
    </Dialog>
  )
}
