import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaffSessionDetail } from '#contract/live/admin/sessions.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { DateTimeInput } from '#src/shared/ui/forms/DateTimeInput.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useSaveRecording } from '../../api/live-admin.queries.ts'
import {
  recordingProblems,
  recordingWays,
  toRecordingBody,
  typedRecording,
  type TypedRecording,
} from '../../model/recording-form.ts'
import { CaptionFields } from './CaptionFields.tsx'
import { VideoFields } from './VideoFields.tsx'

type Props = { session: StaffSessionDetail; onClose: () => void }

const useRecordingForm = ({ session, onClose }: Props) => {
  const { t } = useTranslation('live-admin')
  const notify = useNotify()
  const save = useSaveRecording(session.id)
  const [typed, setTyped] = useState(() => typedRecording(session))
  const [isSubmitted, setSubmitted] = useState(false)
  const found = recordingProblems(typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (save.isPending || found.length > 0) return
    save.mutate(toRecordingBody(typed), {
      onSuccess: () => {
        notify({ kind: 'success', title: t('recording.saved') })
        onClose()
      },
    })
  }
  const change = (part: Partial<TypedRecording>) => setTyped((before) => ({ ...before, ...part }))
  return { save, typed, change, problems: isSubmitted ? found : [], submit }
}

/** Attaches a recording by file or link with its captions, or says when one is expected. */
export const RecordingDialog = (props: Props) => {
  const { t } = useTranslation('live-admin')
  const { save, typed, change, problems, submit } = useRecordingForm(props)
  const sessionId = props.session.id
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) props.onClose()
      }}
      title={t('recording.attach')}
      closeLabel={t('ask.close')}
    >
      <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
        <Segmented
          legend={<span className="sr-only">{t('recording.title')}</span>}
          value={typed.way}
          options={recordingWays.map((value) => ({ value, label: t(`recording.by.${value}`) }))}
          onChange={(way) => change({ way })}
        />
        {typed.way === 'expected' ? (
          <Field label={t('recording.expectedAt')} hint={t('recording.expectedHint')}>
            {(control) => (
              <DateTimeInput<string>
                {...control}
                optional={false}
                value={typed.expectedAt}
                onChange={(expectedAt) => change({ expectedAt })}
              />
            )}
          </Field>
        ) : (
          <>
            <VideoFields sessionId={sessionId} typed={typed} problems={problems} change={change} />
            <CaptionFields
              sessionId={sessionId}
              captions={typed.captions}
              onChange={(captions) => change({ captions })}
            />
          </>
        )}
        {save.isError && <Alert kind="error" title={errorText(save.error, t('recording.failed'))} />}
        <Button type="submit" pending={save.isPending}>
          {t('ask.save')}
        </Button>
      </form>
    </Dialog>
  )
}
