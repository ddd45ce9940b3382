/**
 * The steps of importing a package, as a pure reducer: choose, upload, report, import. The shell is
 * components/import/use-package-import.ts.
 */
import { TITLE_MAX } from '#contract/course-builder/draft.ts'
import type { PackageReport } from '#contract/course-import/course-import.ts'
import { cut } from '#contract/text/truncate.ts'
import type { UploadState } from '#src/core/editing/upload.ts'

type RunningState = Exclude<UploadState<PackageReport>, { phase: 'done' | 'failed' }>

export type PackageImportState =
  | { step: 'choose' }
  | { step: 'upload'; name: string; upload: RunningState }
  | { step: 'failed'; error: unknown }
  | { step: 'refused'; report: PackageReport }
  | { step: 'ready'; report: PackageReport; title: string; isImporting: boolean; error: unknown }

export type PackageImportEvent =
  | { type: 'fileChosen'; name: string; size: number }
  | { type: 'uploadChanged'; upload: UploadState<PackageReport> }
  | { type: 'titleChanged'; title: string }
  | { type: 'importStarted' }
  | { type: 'importFailed'; error: unknown }
  | { type: 'startedOver' }

export const initialImport: PackageImportState = { step: 'choose' }

/** The suggested title for a package without one. */
const titleFromFileName = (name: string) => cut(name.replace(/\.[a-z0-9]{2,6}$/i, ''), TITLE_MAX)

const afterUpload = (name: string, upload: UploadState<PackageReport>): PackageImportState => {
  if (upload.phase === 'failed') return { step: 'failed', error: upload.error }
  if (upload.phase !== 'done') return { step: 'upload', name, upload }
  const report = upload.result
  if (report.refused) return { step: 'refused', report }
  return {
    step: 'ready',
    report,
    title: report.title || titleFromFileName(name),
    isImporting: false,
    error: null,
  }
}

/** An event that does not belong to the current step changes nothing: it comes from a step that was left. */
export const advanceImport = (state: PackageImportState, event: PackageImportEvent): PackageImportState => {
  switch (event.type) {
    case 'fileChosen':
      return {
        step: 'upload',
        name: event.name,
        upload: { phase: 'sending', sent: 0, total: event.size },
      }
    case 'uploadChanged':
      return state.step === 'upload' ? afterUpload(state.name, event.upload) : state
    case 'titleChanged':
      return state.step === 'ready' ? { ...state, title: event.title } : state
    case 'importStarted':
      return state.step === 'ready' ? { ...state, isImporting: true, error: null } : state
    case 'importFailed':
      return state.step === 'ready' ? { ...state, isImporting: false, error: event.error } : state
    case 'startedOver':
      return initialImport
  }
}

/** Closing the page now would lose work. */
export const isImportBusy = (state: PackageImportState): boolean =>
  state.step === 'upload' || (state.step === 'ready' && state.isImporting)
