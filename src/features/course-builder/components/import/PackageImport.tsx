import { useTranslation } from 'react-i18next'
import { TITLE_MAX } from '#contract/course-builder/draft.ts'
import type { PackageReport } from '#contract/course-import/course-import.ts'
import { packageRefusals } from '#contract/course-import/packages.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { InvalidFileError } from '../../api/upload-file.ts'
import type { PackageImportState } from '../../model/package-import.ts'
import { ChooseFile } from '#src/shared/ui/forms/ChooseFile.tsx'
import { UploadProgress } from '../UploadProgress.tsx'
import { PackageLines } from './PackageLines.tsx'
import { usePackageImport } from './use-package-import.ts'

const TEXTS = ['course-builder/import', 'shared/question-files']

type Import = ReturnType<typeof usePackageImport>

/** Imports a package in three steps: upload, report, then the course. */
export const PackageImport = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(TEXTS)
  const current = usePackageImport(onClose)
  const { state, isBusy } = current
  return (
    <Dialog
      open
      stubborn={isBusy}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('package.title')}
      description={state.step === 'choose' ? t('package.text') : undefined}
      closeLabel={t('close')}
      actions={(state.step === 'ready' || state.step === 'refused') && <Actions current={current} />}
    >
      <Step current={current} />
    </Dialog>
  )
}

const Actions = ({ current: { state, startOver, importPackage } }: { current: Import }) => {
  const { t } = useTranslation(TEXTS)
  return (
    <>
      {state.step === 'ready' && (
        <Button
          pending={state.isImporting}
          disabled={state.title.trim() === ''}
          onClick={() => importPackage(state.report.package_id, state.title.trim())}
        >
          {t(state.isImporting ? 'package.taking' : 'package.take')}
        </Button>
      )}
      <Button variant="ghost" onClick={startOver}>
        {t('another')}
      </Button>
    </>
  )
}

const Step = ({ current: { state, start, startOver, changeTitle } }: { current: Import }) => {
  const { t } = useTranslation(TEXTS)
  switch (state.step) {
    case 'choose':
      return <ChooseFile accept=".zip,.imscc" label={t('choose')} hint={t('package.hint')} onFile={start} />
    case 'upload':
      return <RunningUpload name={state.name} state={state.upload} onCancel={startOver} />
    case 'failed':
      return (
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
      )
    case 'refused':
      return state.report.refused && <Refused refused={state.report.refused} />
    case 'ready':
      return <Report state={state} onTitle={changeTitle} />
  }
}

const errorMessage = (error: unknown, t: (key: string) => string): string =>
  error instanceof InvalidFileError
    ? t(`shared/question-files:file.${error.reason === 'empty' ? 'file_empty' : 'zip_too_large'}`)
    : errorText(error, t('failedHint'))

type ReportProps = { state: Extract<PackageImportState, { step: 'ready' }>; onTitle: (title: string) => void }

const Report = ({ state: { report, title, error }, onTitle }: ReportProps) => {
  const { t } = useTranslation(TEXTS)
  return (
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
            onChange={(event) => onTitle(event.target.value)}
          />
        )}
      </Field>
      {error !== null && (
        <Alert kind="error" title={t('failed')}>
          {errorText(error, t('failedHint'))}
        </Alert>
      )}
      <PackageLines report={report} />
    </div>
  )
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
  state: Extract<PackageImportState, { step: 'upload' }>['upload']
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
