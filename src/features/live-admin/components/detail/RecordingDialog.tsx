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
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useSaveRecording } from '../../api/live-admin.queries.ts'

type Props = { session: StaffSessionDetail; onClose: () => void }
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const LENGTH_MAX = 1440

const isLink = (url: string) => /^https:\/\/[^\s/?#@\\]+\.\S+$/i.test(url)

const useRecordingForm = ({ session, onClose }: Props) => {
  const { t } = useTranslation('live-admin')
  const notify = useNotify()
  const save = useSaveRecording(session.id)
  const length = Math.round((Date.parse(session.ends_at) - Date.parse(session.starts_at)) / MINUTE_MS)
  const [kind, setKind] = useState<'ready' | 'expected'>('ready')
  const [url, setUrl] = useState(session.recording_media.url ?? '')
  const [minutes, setMinutes] = useState(String(length))
  const [expectedAt, setExpectedAt] = useState(
    () => session.recording.expected_at ?? new Date(Date.parse(session.ends_at) + HOUR_MS).toISOString(),
  )
  const [isSubmitted, setSubmitted] = useState(false)
  const isUrlWrong = !isLink(url.trim()) && url !== session.recording_media.url
  const areMinutesWrong = !(Number(minutes) > 0 && Number(minutes) <= LENGTH_MAX)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (save.isPending || (kind === 'ready' && (isUrlWrong || areMinutesWrong))) return
    save.mutate(
      kind === 'ready'
        ? {
            state: 'ready',
            url: url.trim(),
            duration_seconds: Number(minutes) * 60,
            captions: session.recording_media.captions,
          }
        : { state: 'expected', expected_at: expectedAt },
      {
        onSuccess: () => {
          notify({ kind: 'success', title: t('recording.saved') })
          onClose()
        },
      },
    )
  }
  return {
    save,
    kind,
    setKind,
    url,
    setUrl,
    minutes,
    setMinutes,
    expectedAt,
    setExpectedAt,
    isSubmitted,
    isUrlWrong,
    areMinutesWrong,
    submit,
  }
}

/** Attaches a recording by its link, or says when one is expected. */
export const RecordingDialog = (props: Props) => {
  const { t } = useTranslation('live-admin')
  const form = useRecordingForm(props)
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) props.onClose()
      }}
      title={t('recording.attach')}
      closeLabel={t('ask.close')}
    >
      <form noValidate className="flex flex-col gap-5" onSubmit={form.submit}>
        <Segmented
          legend={<span className="sr-only">{t('recording.title')}</span>}
          value={form.kind}
          options={(['ready', 'expected'] as const).map((value) => ({
            value,
            label: t(`recording.by.${value}`),
          }))}
          onChange={form.setKind}
        />
        {form.kind === 'ready' ? (
          <ReadyFields form={form} />
        ) : (
          <Field label={t('recording.expectedAt')} hint={t('recording.expectedHint')}>
            {(control) => (
              <DateTimeInput<string>
                {...control}
                optional={false}
                value={form.expectedAt}
                onChange={form.setExpectedAt}
              />
            )}
          </Field>
        )}
        {form.save.isError && (
          <Alert kind="error" title={errorText(form.save.error, t('recording.failed'))} />
        )}
        <Button type="submit" pending={form.save.isPending}>
          {t('ask.save')}
        </Button>
      </form>
    </Dialog>
  )
}

const ReadyFields = ({ form }: { form: ReturnType<typeof useRecordingForm> }) => {
  const { t } = useTranslation('live-admin')
  return (
    <>
      <Field
        label={t('recording.url')}
        hint={t('recording.urlHint')}
        required
        error={form.isSubmitted && form.isUrlWrong ? t('problem.link') : null}
      >
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="url"
            inputMode="url"
            placeholder="https://"
            value={form.url}
            onChange={({ target }) => form.setUrl(target.value)}
          />
        )}
      </Field>
      <Field
        label={t('form.length')}
        required
        error={
          form.isSubmitted && form.areMinutesWrong ? t('problem.length', { min: 1, max: LENGTH_MAX }) : null
        }
      >
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="number"
            inputMode="decimal"
            min={1}
            max={LENGTH_MAX}
            value={form.minutes}
            onChange={({ target }) => form.setMinutes(target.value)}
          />
        )}
      </Field>
    </>
  )
}
