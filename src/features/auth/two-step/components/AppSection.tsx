import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { beginApp, confirmApp } from '../api/two-step-calls.ts'
import { useRefreshTwoStep, useRemoveApp } from '../api/two-step.queries.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SectionRow } from './SectionRow.tsx'
import { SetUpApp } from './SetUpApp.tsx'

/** The authenticator app: set up or removed. */
export const AppSection = ({ since }: { since: string | null }) => {
  const { t } = useTranslation('auth/two-step')
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <SectionRow
        title={t('app.title')}
        text={since === null ? t('app.off') : t('app.on', { when: formatDate(since, language) })}
        action={
          <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
            {t(since === null ? 'app.setUp' : 'app.remove')}
          </Button>
        }
      />
      {since === null ? (
        <SetUpDialog open={isOpen} onClose={() => setIsOpen(false)} />
      ) : (
        <RemoveDialog open={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

interface DialogProps {
  open: boolean
  onClose: () => void
}

const SetUpDialog = ({ open, onClose }: DialogProps) => {
  const { t } = useTranslation('auth/two-step')
  const refresh = useRefreshTwoStep()
  const notify = useNotify()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = () => {
    setCodes(null)
    onClose()
    // Only now: the card would replace this dialog by the one that removes the app.
    void refresh()
  }
  const confirm = async (code: string) => {
    const answer = await confirmApp(code)
    if (answer.recovery_codes.length > 0) setCodes(answer.recovery_codes)
    else close()
    notify({ kind: 'success', title: t('app.done') })
  }
  return (
    <Dialog
      open={open}
      stubborn
      onOpenChange={(isOpen) => !isOpen && close()}
      title={t(codes ? 'codes.title' : 'setUp.title')}
      closeLabel={t('cancel')}
    >
      {codes ? (
        <RecoveryCodes codes={codes} doneLabel={t('codes.done')} onDone={close} />
      ) : (
        open && <SetUpApp begin={beginApp} confirm={confirm} />
      )}
    </Dialog>
  )
}

const RemoveDialog = ({ open, onClose }: DialogProps) => {
  const { t } = useTranslation('auth/two-step')
  const remove = useRemoveApp()
  const notify = useNotify()
  return (
    <ConfirmDialog
      open={open}
      title={t('app.removeTitle')}
      text={t('app.removeText')}
      confirmLabel={t('app.remove')}
      isPending={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            onClose()
            notify({ kind: 'success', title: t('app.removed') })
          },
          onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
        })
      }
    />
  )
}
