import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getQuestionTemplate, readQuestionFile } from '#contract/course-import/course-import.ts'
import { cut, cutStart } from '#contract/text/truncate.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { isQuestionError, QUESTION_FILE_MAX_BYTES } from '#contract/question-bank/question-import.ts'
import { QUESTIONS_MAX } from '#contract/courses/quiz.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { toBase64 } from '#src/shared/lib/base64.ts'
import { saveFile } from '#src/shared/lib/save-file.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Spinner } from '#src/shared/ui/feedback/Spinner.tsx'
import type { Question } from '../../model/questions.ts'
import { ChooseFile } from '../ChooseFile.tsx'
import { QuestionRows } from './QuestionRows.tsx'

type FileReport = ResponseOf<typeof readQuestionFile>
const TEXTS = ['course-builder/import', 'shared/question-files']

type Props = { existing: readonly Question[]; onAdd: (questions: Question[]) => void; onClose: () => void }

/** Imports questions in two steps: choose rows of the file, then add them. */
export const QuestionImport = ({ existing, onAdd, onClose }: Props) => {
  const { t } = useTranslation(TEXTS)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const read = useReadFile(existing, setChosen)
  const report = read.data
  const room = QUESTIONS_MAX - existing.length
  const selectedRows = report?.rows.filter(({ row, question }) => question && chosen.has(row)) ?? []
  const hasTooMany = selectedRows.length > room
  const add = () => {
    onAdd(selectedRows.map(({ question }) => question as unknown as Question))
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('questions.title')}
      description={report ? undefined : t('questions.text')}
      closeLabel={t('close')}
      actions={
        report &&
        report.rows.length > 0 && (
          <>
            <Button disabled={selectedRows.length === 0 || hasTooMany} onClick={add}>
              {t('questions.add', { count: selectedRows.length })}
            </Button>
            <Button variant="ghost" onClick={() => read.reset()}>
              {t('another')}
            </Button>
          </>
        )
      }
    >
      {read.isPending && (
        <p role="status" className="flex items-center gap-3 py-8">
          <Spinner size={20} /> {t('reading')}
        </p>
      )}
      {!report && !read.isPending && (
        <>
          <ChooseFile
            accept=".csv,.tsv,.txt,.gift,.xml,.zip"
            label={t('choose')}
            hint={t('questions.kinds')}
            onFile={(file) => read.mutate(file)}
          />
          {read.isError && (
            <Alert kind="error" title={t('failed')} className="mt-4">
              {read.error instanceof FileTooLargeError
                ? t('shared/question-files:file.file_too_large')
                : errorText(read.error, t('failedHint'))}
            </Alert>
          )}
          <TemplateButton />
          <p className="px-3 text-sm text-ink-muted">{t('questions.columns')}</p>
        </>
      )}
      {report && (
        <>
          <FileIssues report={report} />
          {hasTooMany && (
            <Alert kind="warning" className="mb-4">
              {t('questions.noRoom', { count: Math.max(room, 0) })}
            </Alert>
          )}
          <QuestionRows rows={report.rows} chosen={chosen} onChoose={setChosen} />
          {report.rows.length === 0 && (
            <Button variant="secondary" onClick={() => read.reset()}>
              {t('another')}
            </Button>
          )}
        </>
      )}
    </Dialog>
  )
}

class FileTooLargeError extends Error {}

/** Selects the rows that have no error and do not exist yet. */
const useReadFile = (existing: readonly Question[], onRows: (rows: ReadonlySet<number>) => void) =>
  useMutation({
    mutationFn: async (file: File): Promise<FileReport> => {
      if (file.size > QUESTION_FILE_MAX_BYTES) throw new FileTooLargeError()
      const data = await toBase64(file)
      return authedCall(readQuestionFile, {
        body: {
          name: cutStart(file.name, 255),
          data,
          existing: existing.map(({ kind, prompt }) => ({ kind, prompt: cut(prompt, 4000) })),
        },
      })
    },
    onSuccess: ({ rows }) => {
      const newRows = rows.filter(
        ({ question, issues }) => question && !issues.some(({ code }) => code === 'duplicate'),
      )
      onRows(new Set(newRows.map(({ row }) => row)))
    },
  })

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
