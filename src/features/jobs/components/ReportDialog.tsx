import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { JOB_REPORT_MAX_CHARS, reportReasons } from '#contract/jobs/jobs.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useReportJob } from '../api/jobs.queries.ts'

type Props = { jobId: number; onClose: () => void }

/** Tells the admins what is wrong with a job. */
export const ReportDialog = ({ jobId, onClose }: Props) => {
  const { t } = useTranslation('jobs')
  const notify = useNotify()
  const [reason, setReason] = useState<(typeof reportReasons)[number]>('scam')
  const [text, setText] = useState('')
  const { mutate, isPending, error } = useReportJob(jobId)
  const isMissing = reason === 'other' && text.trim() === ''
  const [isTried, setIsTried] = useState(false)
  const send = () => {
    setIsTried(true)
    if (isMissing) return
    mutate(
      { reason, text },
      {
        onSuccess: () => {
          notify({ kind: 'success', title: t('report.sent') })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      title={t('report.title')}
      description={t('report.intro')}
      closeLabel={t('report.close')}
      actions={
        <>
          <Button pending={isPending} onClick={send}>
            {t('report.send')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('report.close')}
          </Button>
        </>
      }
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <div className="flex flex-col gap-4">
        <fieldset>
          <legend className="mb-1 text-sm font-medium text-ink">{t('report.reason')}</legend>
          {reportReasons.map((value) => (
            <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3 text-ink">
              <input
                type="radio"
                name="reason"
                checked={reason === value}
                className="size-4.5 accent-primary"
                onChange={() => setReason(value)}
              />
              {t(`report.reasons.${value}`)}
            </label>
          ))}
        </fieldset>
        <Field
          label={t('report.text')}
          error={isTried && isMissing ? t('report.missing') : error && errorText(error, t('report.failed'))}
        >
          {(control) => (
            <textarea
              {...control}
              rows={4}
              maxLength={JOB_REPORT_MAX_CHARS}
              className="control py-2"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
