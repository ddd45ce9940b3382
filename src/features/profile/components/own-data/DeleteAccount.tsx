import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnDataStatus } from '#contract/own-data/own-data.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useCancelDeletion, useRequestDeletion } from '../../api/own-data.queries.ts'

/** Deletes the account after 14 days, during which the person can keep it. */
export const DeleteAccount = ({ deletion }: { deletion: OwnDataStatus['deletion'] }) => {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const notify = useNotify()
  const cancel = useCancelDeletion()
  const [isAsking, setIsAsking] = useState(false)
  if (deletion)
    return (
      <Alert
        kind="warning"
        title={t('ownData.planned', { date: formatDate(deletion.due_at, language) })}
        action={
          <Button
            size="sm"
            pending={cancel.isPending}
            onClick={() =>
              cancel.mutate(undefined, {
                onSuccess: () => notify({ kind: 'success', title: t('ownData.stays') }),
                onError: (error) =>
                  notify({ kind: 'error', title: errorText(error, t('ownData.cancelFailed')) }),
              })
            }
          >
            {t('ownData.keep')}
          </Button>
        }
      >
        {t('ownData.plannedText')}
      </Alert>
    )
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 max-w-reading flex-1 basis-72">
        <h3 className="font-medium">{t('ownData.deleteTitle')}</h3>
        <p className="mt-0.5 text-sm text-ink-muted">{t('ownData.deleteText')}</p>
      </div>
      <Button variant="secondary" className="max-sm:w-full" onClick={() => setIsAsking(true)}>
        {t('ownData.delete')}
      </Button>
      <DeleteDialog open={isAsking} onOpenChange={setIsAsking} />
    </div>
  )
}

const CONSEQUENCES = ['erased', 'anonymous', 'kept', 'undone'] as const

const DeleteDialog = ({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) => {
  const { t } = useTranslation('profile')
  const request = useRequestDeletion()
  const isLastAdmin = isApiError(request.error) && request.error.status === 409
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        request.reset()
        onOpenChange(isOpen)
      }}
      title={t('ownData.deleteQuestion')}
      description={t('ownData.deleteLead')}
      closeLabel={t('ownData.cancel')}
      actions={
        <>
          <Button
            variant="danger"
            pending={request.isPending}
            onClick={() => request.mutate(undefined, { onSuccess: () => onOpenChange(false) })}
          >
            {t('ownData.deleteConfirm')}
          </Button>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {t('ownData.cancel')}
          </Button>
        </>
      }
    >
      <ul className="list-disc space-y-2 ps-5 text-sm">
        {CONSEQUENCES.map((key) => (
          <li key={key}>{t(`ownData.consequences.${key}`)}</li>
        ))}
      </ul>
      {request.isError && (
        <Alert kind="error" className="mt-4">
          {isLastAdmin ? t('ownData.lastAdmin') : errorText(request.error, t('ownData.deleteFailed'))}
        </Alert>
      )}
    </Dialog>
  )
}
