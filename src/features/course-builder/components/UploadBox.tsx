import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { MEDIA_MAX_BYTES, type MediaKind } from '#contract/course-builder/course-builder.ts'
import { fingerprintOf, uploadFile, uploadProblem, type UploadProblem } from '../api/upload-file.ts'
import { useBuilder } from '../hooks/use-builder.ts'
import { useStopped, useUpload } from '../hooks/use-uploads.ts'
import type { Place } from '../model/upload-slots.ts'
import type { OnItsWay } from '../model/upload-queue.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { StoppedUploads } from './InterruptedUploads.tsx'
import { UploadProgress } from './UploadProgress.tsx'

type Props = {
  /** What the file is for. */
  place: Place
  kind: MediaKind
  /** What the file chooser offers. */
  accept: string
  label: string
  hint: string
}

/** A file chosen or dropped, with its way to the server: how far, pause, go on, give up. */
export const UploadBox = ({ place, kind, accept, label, hint }: Props) => {
  const { t } = useTranslation('course-builder')
  const { courseId, desk } = useBuilder()
  const upload = useUpload(place)
  const state = upload?.state
  if (upload && state && state.phase !== 'done' && state.phase !== 'failed')
    return <Running upload={upload} state={state} />
  const start = (file: File) =>
    desk.start({ place, kind, name: file.name, fingerprint: fingerprintOf(file) }, (onState) =>
      uploadFile({ courseId, kind, file, place }, onState),
    )
  return (
    <div className="flex flex-col gap-3">
      <StoppedUploads place={place} />
      <ChooseFile accept={accept} label={label} hint={hint} onFile={start} />
      {state?.phase === 'failed' && (
        <Alert kind="error" title={t('upload.failed', { name: upload?.name })}>
          <Why problem={uploadProblem(state.error, kind)} kind={kind} />
        </Alert>
      )}
    </div>
  )
}

const Why = ({ problem, kind }: { problem: UploadProblem; kind: MediaKind }) => {
  const { t } = useTranslation('course-builder')
  const language = useLanguage()
  if (problem.why === 'refused') return <PackageWhy {...problem} />
  const megabytes = MEDIA_MAX_BYTES[kind] / MEGABYTE
  const size =
    megabytes < 1024
      ? `${formatNumber(megabytes, language)} MB`
      : `${formatNumber(megabytes / 1024, language)} GB`
  return t(`upload.why.${problem.why}`, { size })
}

/** The words of the import, which has a text for each refusal. */
const PackageWhy = ({ reason, detail }: Extract<UploadProblem, { why: 'refused' }>) => {
  const { t } = useTranslation('shared/question-files')
  return (
    <>
      {t(`file.${reason}`)} {detail && <bdi className="break-all text-ink-muted">{detail}</bdi>}
    </>
  )
}

const MEGABYTE = 1024 * 1024

type RunningProps = {
  upload: OnItsWay
  state: Exclude<OnItsWay['state'], { phase: 'done' | 'failed' }>
}

const Running = ({ upload: { place, name, fingerprint }, state }: RunningProps) => {
  const { t } = useTranslation('course-builder')
  const { desk } = useBuilder()
  const another = useStopped().find((line) => line.place === place && line.fingerprint !== fingerprint)
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line-strong p-4">
      {another && <p className="text-sm">{t('upload.another', { name: another.name })}</p>}
      <UploadProgress name={name} state={state}>
        <span className="flex gap-2">
          {state.phase === 'paused' ? (
            <Button size="sm" onClick={() => desk.resume(place)}>
              {t('upload.resume')}
            </Button>
          ) : (
            state.phase !== 'checking' && (
              <Button size="sm" variant="secondary" onClick={() => desk.pause(place)}>
                {t('upload.pause')}
              </Button>
            )
          )}
          <Button size="sm" variant="ghost" onClick={() => desk.cancel(place)}>
            {t('upload.cancel')}
          </Button>
        </span>
      </UploadProgress>
    </div>
  )
}
