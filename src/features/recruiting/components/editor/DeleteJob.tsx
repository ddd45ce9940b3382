import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { EditedJob } from '#contract/job-applications/editor.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useDeleteJob } from '../../api/editor.queries.ts'

type Props = { job: EditedJob; onDeleted: () => void }

/** Asks first: a deleted job does not come back. */
export const DeleteJob = ({ job, onDeleted }: Props) => {
  const { t } = useTranslation('recruiting/editor')
  const navigate = useNavigate()
  const notify = useNotify()
  const [isAsked, setAsked] = useState(false)
  const { mutate, error, isPending, reset } = useDeleteJob(job.id)
  const leave = () => {
    onDeleted()
    notify({ kind: 'success', title: t('delete.done') })
    void navigate(adminPaths.jobs, { replace: true })
  }
  const remove = () =>
    mutate(undefined, {
      onSuccess: leave,
      // An earlier call deleted it and its answer was lost.
      onError: (failure) => {
        if (isApiError(failure) && failure.status === 404) leave()
      },
    })
  const close = () => {
    setAsked(false)
    reset()
  }
  return (
    <>
      <Button block variant="ghost" onClick={() => setAsked(true)}>
        {t('delete.ask')}
      </Button>
      <Dialog
        open={isAsked}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={t('delete.title')}
        description={t('delete.text')}
        closeLabel={t('close')}
        actions={
          <>
            <Button variant="danger" pending={isPending} onClick={remove}>
              {t('delete.confirm')}
            </Button>
            <Button variant="secondary" onClick={close}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        {Boolean(error) && <Alert kind="error" title={errorText(error, t('delete.failed'))} />}
      </Dialog>
    </>
  )
}
