import { useTranslation } from 'react-i18next'
import type { StoredFile } from '#contract/files/uploads.ts'
import { RECORDING_MAX_BYTES, type RecordingKind } from '#contract/live/admin/recordings.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { ChooseFile } from '#src/shared/ui/forms/ChooseFile.tsx'
import { useRecordingUpload, type UploadProgress } from '../../hooks/use-recording-upload.ts'

type Props = {
  sessionId: number
  kind: RecordingKind
  accept: string
  label: string
  hint: string
  onStored: (media: StoredFile, file: File) => void
}

const MEGABYTE = 1024 * 1024

/** Chooses a file and sends it, with its progress. */
export const UploadField = ({ sessionId, kind, accept, label, hint, onStored }: Props) => {
  const { t } = useTranslation('live-admin')
  const { progress, start, stop } = useRecordingUpload({ sessionId, kind }, onStored)
  if (progress.at === 'sending') return <Sending progress={progress} onStop={stop} />
  return (
    <div className="flex flex-col gap-3">
      <ChooseFile accept={accept} label={label} hint={hint} onFile={start} />
      {progress.at === 'failed' && (
        <Alert kind="error" title={t('upload.failed', { name: progress.name })}>
          {t(`upload.why.${kind}.${progress.failure}`, { size: RECORDING_MAX_BYTES[kind] / MEGABYTE })}
        </Alert>
      )}
    </div>
  )
}

type SendingProps = { progress: Extract<UploadProgress, { at: 'sending' }>; onStop: () => void }

const Sending = ({ progress, onStop }: SendingProps) => {
  const { t } = useTranslation('live-admin')
  const language = useLanguage()
  const megabytes = (bytes: number) => formatNumber(bytes / MEGABYTE, language, { maximumFractionDigits: 1 })
  const text = t('upload.progress', { sent: megabytes(progress.sent), total: megabytes(progress.total) })
  const state = progress.isChecking ? 'checking' : progress.isWaiting ? 'waiting' : 'sending'
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line-strong p-4">
      <p className="flex font-medium text-ink">
        <bdi className="truncate">{progress.name}</bdi>
      </p>
      <Progress
        value={progress.total > 0 ? (progress.sent / progress.total) * 100 : 0}
        label={t('upload.label', { name: progress.name })}
        valueText={text}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-sm text-ink-muted">
          {t(`upload.${state}`)} <span aria-hidden="true">{text}</span>
        </p>
        <Button size="sm" variant="ghost" onClick={onStop}>
          {t('upload.stop')}
        </Button>
      </div>
    </div>
  )
}
