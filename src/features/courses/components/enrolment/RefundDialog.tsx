import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Purchase } from '#contract/courses/enrolment.ts'
import { newReasonIssue } from '#contract/courses/refund-requests.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { useAskRefund } from '../../api/access.queries.ts'

const REASON_MAX = 1000

type Declined = NonNullable<Purchase['refund']>
type Props = { courseId: number; day: string; declined: Declined | null; onClose: () => void }

/** Requests a refund; the dialog explains the consequences first. Asking again needs something new. */
export const RefundDialog = ({ courseId, day, declined, onClose }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const [reason, setReason] = useState('')
  const [wasPressed, setPressed] = useState(false)
  const request = useAskRefund(courseId)
  const earlier = declined && [declined.reason, ...declined.declined_before.map((past) => past.reason)]
  const issue = earlier && (newReasonIssue(reason, earlier)?.code ?? null)
  const send = () => {
    setPressed(true)
    // The server accepts a single line, so line breaks become spaces.
    if (issue === null) request.mutate(reason.replace(/\s+/gu, ' '), { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      title={t('refund.askTitle')}
      description={t('refund.askText', { day })}
      closeLabel={t('filter.close')}
      actions={
        <>
          <Button variant="danger" pending={request.isPending} onClick={send}>
            {t(declined ? 'refund.again' : 'refund.send')}
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
        <Field
          label={t(declined ? 'refund.newReason' : 'refund.reason')}
          {...(!declined && { optionalLabel: t('optional') })}
          required={declined !== null}
          error={
            wasPressed && issue ? t(issue === 'required' ? 'refund.needsReason' : 'refund.sameReason') : null
          }
        >
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
