import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useRenewRecoveryCodes } from '../api/two-step.queries.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SectionRow } from './SectionRow.tsx'

/** How many recovery codes are left, and new ones. */
export const RecoverySection = ({ left }: { left: number }) => {
  const { t } = useTranslation('auth/two-step')
  const notify = useNotify()
  const renew = useRenewRecoveryCodes()
  const [isAsking, setIsAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = () => setCodes(null)
  return (
    <>
      <SectionRow
        title={t('recovery.title')}
        text={t('recovery.left', { count: left })}
        action={
          <Button variant="secondary" size="sm" onClick={() => setIsAsking(true)}>
            {t('recovery.renew')}
          </Button>
        }
      />
      <ConfirmDialog
        open={isAsking}
        title={t('recovery.renewTitle')}
        text={t('recovery.renewText')}
        confirmLabel={t('recovery.renew')}
        isPending={renew.isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() =>
          renew.mutate(undefined, {
            onSuccess: ({ recovery_codes: renewed }) => {
              setIsAsking(false)
              setCodes(renewed)
            },
            onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
          })
        }
      />
      <Dialog
        open={codes !== null}
        stubborn
        onOpenChange={(isOpen) => !isOpen && close()}
        title={t('codes.title')}
        closeLabel={t('codes.done')}
      >
        {codes && <RecoveryCodes codes={codes} doneLabel={t('codes.done')} onDone={close} />}
      </Dialog>
    </>
  )
}
