import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-text.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Progress } from '#src/shared/ui/Progress.tsx'
import { MEDIA_MAX_BYTES, type MediaKind, type StoredMedia } from '#contract/course-builder.ts'
import { uploadFile, uploadProblem, type UploadProblem } from '../api/upload-file.ts'
import type { Upload, UploadState } from '../model/upload.ts'
import { ChooseFile } from './ChooseFile.tsx'

type Props = {
  courseId: number
  kind: MediaKind
  /** What the file chooser offers. */
  accept: string
  label: string
  hint: string
  onDone: (file: StoredMedia, chosen: File) => void
}

type State = UploadState<StoredMedia>

/** A file chosen or dropped, with its way to the server: how far, pause, go on, give up. */
export const UploadBox = ({ courseId, kind, accept, label, hint, onDone }: Props) => {
  const { t } = useTranslation('course-builder')
  const [state, setState] = useState<State | null>(null)
  const [name, setName] = useState('')
  const upload = useRef<Upload | null>(null)
  const running = state !== null && state.phase !== 'done' && state.phase !== 'failed'
  useEffect(() => () => upload.current?.cancel(), [])
  useEffect(() => (running ? registerBusy('upload') : undefined), [running])

  const start = (file: File) => {
    setName(file.name)
    upload.current = uploadFile({ courseId, kind, file }, (next) => {
      setState(next)
      if (next.phase === 'done') onDone(next.result, file)
    })
  }
  if (running)
    return (
      <Running
        name={name}
        state={state}
        onPause={() => upload.current?.pause()}
        onResume={() => upload.current?.resume()}
        onCancel={() => {
          upload.current?.cancel()
          setState(null)
        }}
      />
    )
  return (
    <div className="flex flex-col gap-3">
      <ChooseFile accept={accept} label={label} hint={hint} onFile={start} />
      {state?.phase === 'failed' && (
        <Alert kind="error" title={t('upload.failed', { name })}>
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
  const { t } = useTranslation('course-builder/import')
  return (
    <>
      {t(`file.${reason}`)} {detail && <bdi className="break-all text-ink-muted">{detail}</bdi>}
    </>
  )
}

const MEGABYTE = 1024 * 1024

type RunningProps = {
  name: string
  state: Exclude<State, { phase: 'done' | 'failed' }>
  onPause: () => void
  onResume: () => void
  onCancel: () => void
}

const Running = ({ name, state, onPause, onResume, onCancel }: RunningProps) => {
  const { t } = useTranslation('course-builder')
  const language = useLanguage()
  const megabytes = (bytes: number) => formatNumber(bytes / MEGABYTE, language, { maximumFractionDigits: 1 })
  const words = t('upload.progress', { sent: megabytes(state.sent), total: megabytes(state.total) })
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line-strong p-4">
      <p className="flex font-medium">
        <bdi className="truncate">{name}</bdi>
      </p>
      <Progress
        value={state.total > 0 ? (state.sent / state.total) * 100 : 0}
        label={t('upload.label', { name })}
        valueText={words}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-sm text-ink-muted">
          {t(`upload.${state.phase}`)} <span aria-hidden="true">{words}</span>
        </p>
        <span className="flex gap-2">
          {state.phase === 'paused' ? (
            <Button size="sm" onClick={onResume}>
              {t('upload.resume')}
            </Button>
          ) : (
            state.phase !== 'checking' && (
              <Button size="sm" variant="secondary" onClick={onPause}>
                {t('upload.pause')}
              </Button>
            )
          )}
          <Button size="sm" variant="ghost" onClick={onCancel}>
            {t('upload.cancel')}
          </Button>
        </span>
      </div>
    </div>
  )
}
