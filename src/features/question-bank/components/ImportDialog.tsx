import FileUp from 'lucide-react/icons/file-up'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, type Language } from '#contract/common.ts'
import { cutStart } from '#contract/text/truncate.ts'
import {
  difficulties,
  type BankTopic,
  type Difficulty,
  type ImportAnswer,
} from '#contract/question-bank/question-bank.ts'
import { isQuestionError, QUESTION_FILE_MAX_BYTES } from '#contract/question-bank/question-import.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { useImportQuestions } from '../api/bank.mutations.ts'
import { saveFile } from '#src/shared/lib/save-file.ts'
import { toBase64 } from '#src/shared/lib/base64.ts'
import { formatOfName } from '../model/file-format.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { ImportRows } from './ImportRows.tsx'

type Props = { topics: readonly BankTopic[]; onClose: () => void }

/** An example file. Column names are English in every language. */
const EXAMPLE = [
  'kind,prompt,answer,explanation,option_1,option_2,option_3,option_4,topic,difficulty,tags',
  'single,How many edges has a cube?,B,"Four above, four below, four between.",8,12,6,10,,easy,geometry',
  '',
].join('\r\n')

interface ImportFile {
  name: string
  data: string
}

/** Imports a file of questions in two steps: preview its rows, then add them. */
export const ImportDialog = ({ topics, onClose }: Props) => {
  const { t } = useTranslation(['question-bank', 'shared/question-files'])
  const { language: currentLanguage, local } = useLocalized()
  const notify = useNotify()
  const [language, setLanguage] = useState<Language>(currentLanguage)
  const [topic, setTopic] = useState('none')
  const [difficulty, setDifficulty] = useState<Difficulty>('medium')
  const [file, setFile] = useState<ImportFile | null>(null)
  const [unreadable, setUnreadable] = useState<string | null>(null)
  const mutation = useImportQuestions()
  const input = useRef<HTMLInputElement>(null)
  const kindsId = useId()
  // Stays visible while its rows are being added.
  const [preview, setPreview] = useState<ImportAnswer | null>(null)
  const requestImport = (importFile: ImportFile, apply: boolean) =>
    mutation.mutate(
      {
        format: formatOfName(importFile.name),
        file_name: importFile.name,
        data: importFile.data,
        language,
        topic_id: topic === 'none' ? null : Number(topic),
        difficulty,
        apply,
      },
      {
        onSuccess: (answer) => {
          const { applied, counts } = answer
          if (!applied) return setPreview(answer)
          notify({ kind: 'success', title: t('import.done', { count: counts.new }) })
          onClose()
        },
      },
    )
  const chooseFile = async (input: HTMLInputElement) => {
    const chosen = input.files?.[0]
    input.value = ''
    if (!chosen) return
    mutation.reset()
    setUnreadable(null)
    if (chosen.size > QUESTION_FILE_MAX_BYTES)
      return setUnreadable(t('shared/question-files:file.file_too_large'))
    if (chosen.size === 0) return setUnreadable(t('shared/question-files:file.file_empty'))
    try {
      const importFile = { name: cutStart(chosen.name, 255), data: await toBase64(chosen) }
      setFile(importFile)
      requestImport(importFile, false)
    } catch {
      setUnreadable(t('import.unreadable'))
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      className="sm:max-w-2xl!"
      title={t('import.title')}
      description={t('import.text')}
      closeLabel={t('close')}
      actions={
        file &&
        preview && (
          <>
            <Button
              pending={mutation.isPending}
              disabled={preview.counts.new === 0}
              onClick={() => requestImport(file, true)}
            >
              {t('import.add', { count: preview.counts.new })}
            </Button>
            <Button variant="ghost" onClick={() => setPreview(null)}>
              {t('import.another')}
            </Button>
          </>
        )
      }
    >
      {!preview && (
        <div className="flex flex-col gap-4">
          <div className="grid items-end gap-4 sm:grid-cols-3">
            <Field label={t('import.language')}>
              {(control) => (
                <Select
                  {...control}
                  value={language}
                  options={languages.map((value) => ({ value, label: t(`languages.${value}`) }))}
                  onChange={setLanguage}
                />
              )}
            </Field>
            <Field label={t('import.topic')}>
              {(control) => (
                <Select
                  {...control}
                  value={topic}
                  options={[
                    { value: 'none', label: t('import.topicOfRow') },
                    ...topics.map(({ id, names }) => ({ value: String(id), label: local(names) })),
                  ]}
                  onChange={setTopic}
                />
              )}
            </Field>
            <Field label={t('import.difficulty')}>
              {(control) => (
                <Select
                  {...control}
                  value={difficulty}
                  options={difficulties.map((value) => ({ value, label: t(`difficulty.${value}`) }))}
                  onChange={setDifficulty}
                />
              )}
            </Field>
          </div>
          <div className="flex flex-col items-center gap-2 rounded-lg border-2 border-dashed border-line-strong px-4 py-6 text-center">
            <Button
              variant="secondary"
              icon={<FileUp aria-hidden="true" size={18} />}
              aria-describedby={kindsId}
              pending={mutation.isPending}
              onClick={() => input.current?.click()}
            >
              {t('import.choose')}
            </Button>
            <p id={kindsId} className="text-sm text-ink-muted">
              {t('import.kinds')}
            </p>
            <input
              ref={input}
              type="file"
              hidden
              aria-label={t('import.file')}
              accept=".csv,.tsv,.txt,.gift,.xml,.zip"
              onChange={(event) => void chooseFile(event.target)}
            />
          </div>
          <Button
            variant="ghost"
            className="self-start"
            onClick={() => saveFile('question-bank-example.csv', EXAMPLE, 'text/csv')}
          >
            {t('import.example')}
          </Button>
          <p className="-mt-3 px-3 text-sm text-ink-muted">{t('import.columns')}</p>
          {mutation.isPending && <p role="status">{t('import.reading')}</p>}
        </div>
      )}
      {unreadable && <Alert kind="error" title={unreadable} className="mt-4" />}
      {mutation.isError && (
        <Alert kind="error" className="mt-4" title={errorText(mutation.error, t('import.failed'))} />
      )}
      {preview && (
        <>
          {preview.issues.length > 0 && (
            <Alert kind={preview.issues.some(isQuestionError) ? 'error' : 'warning'} className="mb-4">
              <ul>
                {preview.issues.map(({ code, detail }) => (
                  <li key={`${code}-${detail}`}>
                    {t(`shared/question-files:file.${code}`)}{' '}
                    {detail && <bdi className="break-all">{detail}</bdi>}
                  </li>
                ))}
              </ul>
            </Alert>
          )}
          <ImportRows answer={preview} topics={topics} />
        </>
      )}
    </Dialog>
  )
}
