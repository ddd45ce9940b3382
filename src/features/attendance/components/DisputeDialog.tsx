import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DISPUTE_MAX, type OwnSession } from '#contract/attendance/attendance.ts'
import { useDraftForm } from '#src/core/editing/use-draft-form.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useDispute } from '../api/attendance.queries.ts'

const EMPTY = { text: '' }

/** Says why a mark is wrong. What was typed stays until it is sent. */
export const DisputeDialog = ({ session, onClose }: { session: OwnSession; onClose: () => void }) => {
  const { t } = useTranslation('attendance')
  const notify = useNotify()
  const { form, change, settle } = useDraftForm(`attendance-dispute-${session.id}`, EMPTY)
  const [isMissing, setMissing] = useState(false)
  const dispute = useDispute(session.id)
  const send = () => {
    const text = form.text.trim()
    setMissing(text === '')
    if (text === '') return
    dispute.mutate(text, {
      onSuccess: () => {
        settle(EMPTY)
        notify({ kind: 'success', title: t('dispute.sent') })
        onClose()
      },
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('dispute.title')}
      description={t('dispute.text')}
      closeLabel={t('dispute.close')}
      actions={
        <>
          <Button pending={dispute.isPending} onClick={send}>
            {t('dispute.send')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('dispute.cancel')}
          </Button>
        </>
      }
    >
      <Field label={t('dispute.label')} error={isMissing ? t('dispute.required') : null} required>
        {(control) => (
          <TextArea
            {...control}
            maxLength={DISPUTE_MAX}
            value={form.text}
            onChange={({ target }) => {
              change({ text: target.value })
              setMissing(false)
            }}
          />
        )}
      </Field>
      {dispute.isError && (
        <Alert kind="error" className="mt-3">
          {errorText(dispute.error, t('dispute.failed'))}
        </Alert>
      )}
    </Dialog>
  )
}
