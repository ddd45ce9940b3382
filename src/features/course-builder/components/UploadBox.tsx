import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { MEDIA_MAX_BYTES, type MediaKind } from '#contract/course-builder/uploads.ts'
import { fingerprintOf } from '#src/core/editing/upload-attempts.ts'
import { uploadFile, uploadProblem, type UploadProblem } from '../api/upload-file.ts'
import { useBuilder } from '../hooks/use-builder.ts'
import { useInterruptedUploads, useUpload } from '../hooks/use-uploads.ts'
import type { UploadSlot } from '../model/upload-slots.ts'
import type { UploadEntry } from '../model/upload-queue.ts'
import { ChooseFile } from '#src/shared/ui/forms/ChooseFile.tsx'
import { InterruptedUploads } from './InterruptedUploads.tsx'
import { UploadProgress } from './UploadProgress.tsx'

type Props = {
  slot: UploadSlot
  kind: MediaKind
  /** The `accept` attribute of the file input. */
  accept: string
  label: string
  hint: string
}

/** Uploads a chosen or dropped file and shows its progress with pause, resume and cancel. */
export const UploadBox = ({ slot, kind, accept, label, hint }: Props) => {
  const { t } = useTranslation('course-builder')
  const { courseId, uploadQueue } = useBuilder()
  const upload = useUpload(slot)
  const state = upload?.state
  if (upload && state && state.phase !== 'done' && state.phase !== 'failed')
    return <RunningUpload upload={upload} state={state} />
  const start = (file: File) =>
    uploadQueue.start({ slot, kind, name: file.name, fingerprint: fingerprintOf(file) }, (onState) =>
      uploadFile({ courseId, kind, file, slot }, onState),
    )
  return (
    <div className="flex flex-col gap-3">
      <InterruptedUploads slot={slot} />
      <ChooseFile accept={accept} label={label} hint={hint} onFile={start} />
      {state?.phase === 'failed' && (
        <Alert kind="error" title={t('upload.failed', { name: upload?.name })}>
          <ProblemText problem={uploadProblem(state.error, kind)} kind={kind} />
        </Alert>
      )}
    </div>
  )
}

const ProblemText = ({ problem, kind }: { problem: UploadProblem; kind: MediaKind }) => {
  const { t } = useTranslation('course-builder')
  const language = useLanguage()
  if (problem.reason === 'refused') return <RefusalText {...problem} />
  const megabytes = MEDIA_MAX_BYTES[kind] / MEGABYTE
  const size =
    megabytes < 1024
      ? `${formatNumber(megabytes, language)} MB`
      : `${formatNumber(megabytes / 1024, language)} GB`
  return t(`upload.why.${problem.reason}`, { size })
}

/** Uses the texts of the import, which has one for each refusal. */
const RefusalText = ({ refusal, detail }: Extract<UploadProblem, { reason: 'refused' }>) => {
  const { t } = useTranslation('shared/question-files')
  return (
    <>
      {t(`file.${refusal}`)} {detail && <bdi className="break-all text-ink-muted">{detail}</bdi>}
    </>
  )
}

const MEGABYTE = 1024 * 1024

type RunningUploadProps = {
  upload: UploadEntry
  state: Exclude<UploadEntry['state'], { phase: 'done' | 'failed' }>
}

const RunningUpload = ({ upload: { slot, name, fingerprint }, state }: RunningUploadProps) => {
  const { t } = useTranslation('course-builder')
  const { uploadQueue } = useBuilder()
  const otherUpload = useInterruptedUploads().find(
    (line) => line.place === slot && line.fingerprint !== fingerprint,
  )
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line-strong p-4">
      {otherUpload && <p className="text-sm">{t('upload.another', { name: otherUpload.name })}</p>}
      <UploadProgress name={name} state={state}>
        <span className="flex gap-2">
          {state.phase === 'paused' ? (
            <Button size="sm" onClick={() => uploadQueue.resume(slot)}>
              {t('upload.resume')}
            </Button>
          ) : (
            state.phase !== 'checking' && (
              <Button size="sm" variant="secondary" onClick={() => uploadQueue.pause(slot)}>
                {t('upload.pause')}
              </Button>
            )
          )}
          <Button size="sm" variant="ghost" onClick={() => uploadQueue.cancel(slot)}>
            {t('upload.cancel')}
          </Button>
        </span>
      </UploadProgress>
    </div>
  )
}
