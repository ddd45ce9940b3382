import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { TITLE_MAX } from '#contract/course-builder/draft.ts'
import type { PackageReport } from '#contract/course-import/course-import.ts'
import { cut } from '#contract/text/truncate.ts'
import { packageRefusals } from '#contract/course-import/packages.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { paths } from '#src/core/paths.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { uploadPackage, useImportPackage } from '../../api/package.mutations.ts'
import { InvalidFileError } from '../../api/upload-file.ts'
import type { Upload, UploadState } from '../../model/upload.ts'
import { ChooseFile } from '../ChooseFile.tsx'
import { UploadProgress } from '../UploadProgress.tsx'
import { PackageLines } from './PackageLines.tsx'

type State = UploadState<PackageReport>

const TEXTS = ['course-builder/import', 'shared/question-files']

/** Imports a package in three steps: upload, report, then the course. */
export const PackageImport = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(TEXTS)
  const [file, setFile] = useState<File | null>(null)
  const [state, setState] = useState<State | null>(null)
  const [title, setTitle] = useState('')
  const upload = useRef<Upload | null>(null)
  const importing = useImportIntoCourse(onClose)
  const isRunning = state !== null && state.phase !== 'done' && state.phase !== 'failed'
  const report = state?.phase === 'done' ? state.result : null
  const isImportable = report !== null && report.refused === null
  useEffect(() => () => upload.current?.stop(), [])
  useEffect(
    () => (isRunning || importing.isPending ? registerBusy('upload') : undefined),
    [isRunning, importing.isPending],
  )
  const start = (chosenFile: File) => {
    setFile(chosenFile)
    upload.current = uploadPackage(chosenFile, (newState) => {
      setState(newState)
      if (newState.phase === 'done') setTitle(newState.result.title || titleFromFileName(chosenFile))
    })
  }
  const startOver = () => {
    upload.current?.stop()
    importing.reset()
    setState(null)
  }
  return (
    <Dialog
      open
      stubborn={isRunning || importing.isPending}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('package.title')}
      description={state ? undefined : t('package.text')}
      closeLabel={t('close')}
      actions={
        report && (
          <>
            {isImportable && (
              <Button
                pending={importing.isPending}
                disabled={title.trim() === ''}
                onClick={() => importing.mutate({ packageId: report.package_id, title: title.trim() })}
              >
                {t(importing.isPending ? 'package.taking' : 'package.take')}
              </Button>
            )}
            <Button variant="ghost" onClick={startOver}>
              {t('another')}
            </Button>
          </>
        )
      }
    >
      {!state && (
        <ChooseFile accept=".zip,.imscc" label={t('choose')} hint={t('package.hint')} onFile={start} />
      )}
      {isRunning && <RunningUpload name={file?.name ?? ''} state={state} onCancel={startOver} />}
      {state?.phase === 'failed' && (
        <Alert
          kind="error"
          title={t('failed')}
          action={
            <Button size="sm" variant="secondary" onClick={startOver}>
              {t('another')}
            </Button>
          }
        >
          {errorMessage(state.error, t)}
        </Alert>
      )}
      {report?.refused && <Refused refused={report.refused} />}
      {isImportable && (
        <div className="flex flex-col gap-5">
          <Field
            label={t('package.courseTitle')}
            required
            error={title.trim() === '' ? t('package.titleMissing') : null}
          >
            {(control) => (
              <TextInput
                {...control}
                dir="auto"
                maxLength={TITLE_MAX}
                value={title}
                onChange={(event) => setTitle(event.target.value)}
              />
            )}
          </Field>
          {importing.isError && (
            <Alert kind="error" title={t('failed')}>
              {errorText(importing.error, t('failedHint'))}
            </Alert>
          )}
          <PackageLines report={report} />
        </div>
      )}
    </Dialog>
  )
}

/** The suggested title for a package without one. */
const titleFromFileName = ({ name }: File) => cut(name.replace(/\.[a-z0-9]{2,6}$/i, ''), TITLE_MAX)

const errorMessage = (error: unknown, t: (key: string) => string): string =>
  error instanceof InvalidFileError
    ? t(`shared/question-files:file.${error.reason === 'empty' ? 'file_empty' : 'zip_too_large'}`)
    : errorText(error, t('failedHint'))

const useImportIntoCourse = (onDone: () => void) => {
  const { t } = useTranslation('course-builder/import')
  const navigate = useNavigate()
  const notify = useNotify()
  const importing = useImportPackage()
  const { mutate } = importing
  return {
    ...importing,
    mutate: (request: { packageId: string; title: string }) =>
      mutate(request, {
        onSuccess: ({ course_id: id }) => {
          notify({ kind: 'success', title: t('package.done'), message: request.title })
          onDone()
          void navigate(paths.adminCourse(id))
        },
      }),
  }
}

const packageRefusalCodes: ReadonlySet<string> = new Set(packageRefusals)

const Refused = ({ refused: { code, detail } }: { refused: NonNullable<PackageReport['refused']> }) => {
  const { t } = useTranslation(TEXTS)
  return (
    <Alert kind="error" title={t('package.refused')}>
      {t(packageRefusalCodes.has(code) ? `shared/question-files:file.${code}` : `package.why.${code}`)}{' '}
      {detail && (
        <bdi dir="auto" className="break-all text-ink-muted">
          {detail}
        </bdi>
      )}
    </Alert>
  )
}

type RunningUploadProps = {
  name: string
  state: Exclude<State, { phase: 'done' | 'failed' }>
  onCancel: () => void
}

const RunningUpload = ({ name, state, onCancel }: RunningUploadProps) => {
  const { t } = useTranslation('course-builder/import')
  return (
    <div className="flex flex-col gap-3">
      <UploadProgress name={name} state={state} checking={t('package.checking')}>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          {t('package.cancel')}
        </Button>
      </UploadProgress>
    </div>
  )
}
