import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getQuestionTemplate } from '#contract/course-import/course-import.ts'
import { isQuestionError } from '#contract/question-bank/question-import.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { saveFile } from '#src/shared/lib/save-file.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Spinner } from '#src/shared/ui/feedback/Spinner.tsx'
import { selectionOf, type FileProblem, type FileReport } from '../../model/question-file.ts'
import type { Question } from '../../model/questions.ts'
import { ChooseFile } from '#src/shared/ui/forms/ChooseFile.tsx'
import { QuestionRows } from './QuestionRows.tsx'
import { useQuestionFile } from './use-question-file.ts'

const TEXTS = ['course-builder/import', 'shared/question-files']

type Props = { existing: readonly Question[]; onAdd: (questions: Question[]) => void; onClose: () => void }

/** Imports questions in two steps: choose rows of the file, then add them. */
export const QuestionImport = ({ existing, onAdd, onClose }: Props) => {
  const { t } = useTranslation(TEXTS)
  const { state, read, chooseRows, startOver } = useQuestionFile(existing)
  const selection = state.step === 'report' ? selectionOf(state, existing.length) : null
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('questions.title')}
      description={selection ? undefined : t('questions.text')}
      closeLabel={t('close')}
      actions={
        state.step === 'report' &&
        selection &&
        state.report.rows.length > 0 && (
          <>
            <Button
              disabled={selection.questions.length === 0 || selection.hasTooMany}
              onClick={() => {
                onAdd(selection.questions)
                onClose()
              }}
            >
              {t('questions.add', { count: selection.questions.length })}
            </Button>
            <Button variant="ghost" onClick={startOver}>
              {t('another')}
            </Button>
          </>
        )
      }
    >
      {state.step === 'choose' && <Choose problem={state.problem} onFile={read} />}
      {state.step === 'reading' && (
        <p role="status" className="flex items-center gap-3 py-8">
          <Spinner size={20} /> {t('reading')}
        </p>
      )}
      {state.step === 'report' && selection && (
        <>
          <FileIssues report={state.report} />
          {selection.hasTooMany && (
            <Alert kind="warning" className="mb-4">
              {t('questions.noRoom', { count: selection.room })}
            </Alert>
          )}
          <QuestionRows rows={state.report.rows} chosen={state.chosen} onChoose={chooseRows} />
          {state.report.rows.length === 0 && (
            <Button variant="secondary" onClick={startOver}>
              {t('another')}
            </Button>
          )}
        </>
      )}
    </Dialog>
  )
}

type ChooseProps = { problem: FileProblem | null; onFile: (file: File) => void }

const Choose = ({ problem, onFile }: ChooseProps) => {
  const { t } = useTranslation(TEXTS)
  return (
    <>
      <ChooseFile
        accept=".csv,.tsv,.txt,.gift,.xml,.zip"
        label={t('choose')}
        hint={t('questions.kinds')}
        onFile={onFile}
      />
      {problem && (
        <Alert kind="error" title={t('failed')} className="mt-4">
          {problem.reason === 'tooLarge'
            ? t('shared/question-files:file.file_too_large')
            : errorText(problem.error, t('failedHint'))}
        </Alert>
      )}
      <TemplateButton />
      <p className="px-3 text-sm text-ink-muted">{t('questions.columns')}</p>
    </>
  )
}

const FileIssues = ({ report }: { report: FileReport }) => {
  const { t } = useTranslation('shared/question-files')
  if (report.issues.length === 0) return null
  const kind = report.issues.some(isQuestionError) ? 'error' : 'warning'
  return (
    <Alert kind={kind} className="mb-4">
      <ul className="flex flex-col gap-1">
        {report.issues.map(({ code, detail }) => (
          <li key={`${code}-${detail}`}>
            {t(`file.${code}`)}{' '}
            {detail && (
              <bdi className="break-all text-ink-muted" dir="auto">
                {detail}
              </bdi>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

const TemplateButton = () => {
  const { t } = useTranslation('course-builder/import')
  const notify = useNotify()
  const downloadTemplate = useMutation({
    mutationFn: () => authedCall(getQuestionTemplate),
    onSuccess: ({ name, text }) => saveFile(name, text, 'text/csv'),
    onError: (error) =>
      notify({ kind: 'error', title: t('failed'), message: errorText(error, t('failedHint')) }),
  })
  return (
    <Button
      variant="ghost"
      className="mt-4"
      pending={downloadTemplate.isPending}
      onClick={() => downloadTemplate.mutate()}
    >
      {t('questions.template')}
    </Button>
  )
}
