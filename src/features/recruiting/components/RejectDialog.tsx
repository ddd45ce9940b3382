import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rejectionReasons, type RejectionReason } from '#contract/job-applications/applications.ts'
import { STAFF_TEXT_MAX_CHARS } from '#contract/job-applications/pipeline.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'

type Props = {
  count: number
  job: { title: string; company: string }
  onClose: () => void
  onReject: (extra: { reason?: RejectionReason; message: string }) => void
}

/** Why, and what the learners read: a template to change, or nothing. */
export const RejectDialog = ({ count, job, onClose, onReject }: Props) => {
  const { t } = useTranslation('recruiting')
  const [reason, setReason] = useState<RejectionReason | null>(null)
  const [hasMessage, setHasMessage] = useState(true)
  const [message, setMessage] = useState(() => t('reject.template', { job: job.title, company: job.company }))
  return (
    <Dialog
      open={count > 0}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={t('reject.title', { count })}
      description={t('reject.text')}
      closeLabel={t('close')}
      actions={
        <>
          <Button
            variant="danger"
            onClick={() => onReject({ ...(reason && { reason }), message: hasMessage ? message : '' })}
          >
            {t('reject.confirm')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('reject.cancel')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('reject.reason')} hint={t('reject.reasonHint')}>
          {(control) => (
            <Select
              {...control}
              value={reason}
              placeholder={t('reject.choose')}
              options={rejectionReasons.map((value) => ({ value, label: t(`reject.reasons.${value}`) }))}
              onChange={setReason}
            />
          )}
        </Field>
        <Checkbox
          label={t('reject.withMessage')}
          checked={hasMessage}
          onChange={(event) => setHasMessage(event.target.checked)}
        />
        {hasMessage && (
          <Field label={t('reject.message')}>
            {(control) => (
              <TextArea
                {...control}
                rows={6}
                maxLength={STAFF_TEXT_MAX_CHARS}
                value={message}
                onChange={(event) => setMessage(event.target.value)}
              />
            )}
          </Field>
        )}
      </div>
    </Dialog>
  )
}
