import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { report, reportReasons } from '#contract/community/moderation.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { failureMessage } from '../api/failure.ts'

export interface ReportSubject {
  type: 'thread' | 'comment'
  id: number
}
const NOTE_MAX = 500

/** Reports a post to the moderators. */
export const ReportDialog = ({ subject, onClose }: { subject: ReportSubject; onClose: () => void }) => {
  const { t } = useTranslation('community')
  const notify = useNotify()
  const [reason, setReason] = useState<(typeof reportReasons)[number]>('spam')
  const [note, setNote] = useState('')
  const send = useMutation({
    mutationFn: () =>
      authedCall(report, {
        body: { subject_type: subject.type, subject_id: subject.id, reason, note: oneLine(note) },
      }),
    onSuccess: () => {
      notify({ kind: 'success', title: t('report.sent'), message: t('report.sentMessage') })
      onClose()
    },
    onError: (error) =>
      notify({
        kind: 'error',
        title: t('failed.report'),
        message: failureMessage(error, t('failed.again')),
      }),
  })
  return (
    <Dialog
      open
      title={t(subject.type === 'thread' ? 'report.threadTitle' : 'report.commentTitle')}
      description={t('report.text')}
      closeLabel={t('action.close')}
      actions={
        <>
          <Button pending={send.isPending} onClick={() => send.mutate()}>
            {t('report.send')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
        </>
      }
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <fieldset className="mb-4">
        <legend className="mb-1 text-sm font-medium">{t('report.reason')}</legend>
        {reportReasons.map((value) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="report-reason"
              className="size-5 accent-primary"
              checked={reason === value}
              onChange={() => setReason(value)}
            />
            {t(`report.reasons.${value}`)}
          </label>
        ))}
      </fieldset>
      <Field label={t('report.note')} optionalLabel={t('form.optional')}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={NOTE_MAX}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}

/** The contract allows notes of one line. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
