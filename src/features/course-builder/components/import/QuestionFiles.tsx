import { useMutation } from '@tanstack/react-query'
import FileUp from 'lucide-react/icons/file-up'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeQuestionFile } from '#contract/course-import/course-import.ts'
import { questionExportFormats, type QuestionExportFormat } from '#contract/question-bank/question-import.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Menu } from '#src/shared/ui/overlays/Menu.tsx'
import type { Question } from '../../model/questions.ts'
import { saveFile } from '#src/shared/lib/save-file.ts'
import { QuestionImport } from './QuestionImport.tsx'

type Props = { questions: readonly Question[]; onAdd: (questions: Question[]) => void }

/** Imports questions from a file and exports the existing ones. */
export const QuestionFiles = ({ questions, onAdd }: Props) => {
  const { t } = useTranslation(['course-builder/import', 'course-builder'])
  const [open, setOpen] = useState(false)
  const exporting = useExportQuestions()
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="ghost"
            pending={exporting.isPending}
            icon={<FileUp aria-hidden="true" size={18} />}
          >
            {t('course-builder:quiz.files')}
          </Button>
        }
        items={[
          { id: 'import', label: t('questions.open'), onSelect: () => setOpen(true) },
          ...questionExportFormats.map((format) => ({
            id: format,
            label: t(`questions.save.${format}`),
            disabled: questions.length === 0,
            onSelect: () => exporting.mutate({ format, questions }),
          })),
        ]}
      />
      {open && <QuestionImport existing={questions} onAdd={onAdd} onClose={() => setOpen(false)} />}
    </>
  )
}

const useExportQuestions = () => {
  const { t } = useTranslation('course-builder/import')
  const notify = useNotify()
  return useMutation({
    mutationFn: ({ format, questions }: { format: QuestionExportFormat; questions: readonly Question[] }) =>
      authedCall(writeQuestionFile, {
        body: { format, questions: questions as unknown as Record<string, unknown>[] },
      }),
    onSuccess: ({ name, text, left_out: leftOut }, { format }) => {
      saveFile(name, text, format === 'csv' ? 'text/csv' : 'text/plain')
      if (leftOut > 0)
        notify({
          kind: 'info',
          title: t('questions.saved'),
          message: t('questions.leftOut', { count: leftOut }),
        })
    },
    onError: (error) =>
      notify({ kind: 'error', title: t('failed'), message: errorText(error, t('failedHint')) }),
  })
}
