import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { useAskRefund } from '../../api/access.queries.ts'

const REASON_MAX = 1000

type Props = { courseId: number; day: string; onClose: () => void }

/** Requests a refund. A reason is optional; the dialog explains the consequences first. */
export const RefundDialog = ({ courseId, day, onClose }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const [reason, setReason] = useState('')
  const request = useAskRefund(courseId)
  return (
    <Dialog
      open
      title={t('refund.askTitle')}
      description={t('refund.askText', { day })}
      closeLabel={t('filter.close')}
      actions={
        <>
          <Button
            variant="danger"
            pending={request.isPending}
            // The server accepts a single line, so line breaks become spaces.
            onClick={() => request.mutate(reason.replace(/\s+/gu, ' '), { onSuccess: onClose })}
          >
            {t('refund.send')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('refund.keep')}
          </Button>
        </>
      }
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <div className="flex flex-col gap-4">
        {request.isError && <Alert kind="error" title={errorText(request.error, t('seats.failed'))} />}
        <Field label={t('refund.reason')} optionalLabel={t('optional')}>
          {(control) => (
            <TextArea
              {...control}
              value={reason}
              maxLength={REASON_MAX}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
