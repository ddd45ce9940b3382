import CircleCheck from 'lucide-react/icons/circle-check'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { readVideoDuration } from '#src/shared/lib/video-length.ts'
import { LENGTH_MAX, type RecordingProblem, type TypedRecording } from '../../model/recording-form.ts'
import { UploadField } from './UploadField.tsx'

type Props = {
  sessionId: number
  typed: TypedRecording
  problems: readonly RecordingProblem[]
  change: (part: Partial<TypedRecording>) => void
}

/** The length as the browser reads it from the file. */
const lengthOf = async (file: File): Promise<number | null> => {
  const url = URL.createObjectURL(file)
  try {
    return await readVideoDuration(url)
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** The video itself: a file, or an https link. */
export const VideoFields = (props: Props) =>
  props.typed.way === 'file' ? <FileFields {...props} /> : <LinkFields {...props} />

const FileFields = ({ sessionId, typed, problems, change }: Props) => {
  const { t } = useTranslation('live-admin')
  if (typed.file !== null)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line-strong p-4">
        <p className="flex items-center gap-2 text-ink">
          <CircleCheck aria-hidden="true" size={20} className="text-success-text" />
          {t('recording.uploaded')}
        </p>
        <Button size="sm" variant="ghost" onClick={() => change({ file: null, seconds: null })}>
          {t('recording.another')}
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-3">
      <UploadField
        sessionId={sessionId}
        kind="video"
        accept="video/mp4,video/webm"
        label={t('recording.choose')}
        hint={t('recording.chooseHint')}
        onStored={({ url }, file) => {
          change({ file: url })
          void lengthOf(file).then((seconds) => change({ seconds }))
        }}
      />
      {problems.includes('file') && <Alert kind="error" title={t('problem.file')} />}
    </div>
  )
}

const LinkFields = ({ typed, problems, change }: Props) => {
  const { t } = useTranslation('live-admin')
  return (
    <>
      <Field
        label={t('recording.url')}
        hint={t('recording.urlHint')}
        required
        error={problems.includes('link') ? t('problem.link') : null}
      >
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="url"
            inputMode="url"
            placeholder="https://"
            value={typed.link}
            onChange={({ target }) => change({ link: target.value })}
          />
        )}
      </Field>
      <Field
        label={t('form.length')}
        required
        error={problems.includes('minutes') ? t('problem.length', { min: 1, max: LENGTH_MAX }) : null}
      >
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="number"
            inputMode="decimal"
            min={1}
            max={LENGTH_MAX}
            value={typed.minutes}
            onChange={({ target }) => change({ minutes: target.value })}
          />
        )}
      </Field>
    </>
  )
}
