import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SeriesScope, StaffSessionDetail } from '#contract/live/admin/sessions.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useCancelSession } from '../../api/live-admin.queries.ts'
import { ScopeChoice } from '../editor/ScopeChoice.tsx'

type Props = { session: StaffSessionDetail; onClose: () => void }

/** Asks before everybody is told. */
export const CancelDialog = ({ session, onClose }: Props) => {
  const { t } = useTranslation('live-admin')
  const notify = useNotify()
  const cancel = useCancelSession(session.id)
  const [scope, setScope] = useState<SeriesScope>('one')
  const isSeries = session.series !== null && session.series.remaining > 1
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('cancel.title')}
      description={t('cancel.text', { count: session.invited })}
      closeLabel={t('cancel.keep')}
      actions={
        <Button
          variant="danger"
          pending={cancel.isPending}
          onClick={() =>
            cancel.mutate(scope, {
              onSuccess: () => {
                notify({ kind: 'success', title: t('cancel.done') })
                onClose()
              },
            })
          }
        >
          {t('cancel.confirm')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {isSeries && <ScopeChoice scope={scope} onChange={setScope} />}
        {cancel.isError && <Alert kind="error" title={errorText(cancel.error, t('cancel.failed'))} />}
      </div>
    </Dialog>
  )
}
