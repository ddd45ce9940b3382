import { useTranslation } from 'react-i18next'
import type { BankTopic, ImportAnswer } from '#contract/question-bank/question-bank.ts'
import { isQuestionError } from '#contract/question-bank/question-import.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import type { FileProblem } from '../../model/file-import.ts'
import { ChooseStep } from './ChooseStep.tsx'
import { ImportRows } from './ImportRows.tsx'
import { useFileImport } from './use-file-import.ts'

type Props = { topics: readonly BankTopic[]; onClose: () => void }

/** Imports a file of questions in two steps: preview its rows, then add them. */
export const ImportDialog = ({ topics, onClose }: Props) => {
  const { t } = useTranslation(['question-bank', 'shared/question-files'])
  const { state, read, add, changeDefaults, startOver } = useFileImport(useLanguage(), onClose)
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
        state.step === 'preview' && (
          <>
            <Button pending={state.isAdding} disabled={state.answer.counts.new === 0} onClick={add}>
              {t('import.add', { count: state.answer.counts.new })}
            </Button>
            <Button variant="ghost" onClick={startOver}>
              {t('import.another')}
            </Button>
          </>
        )
      }
    >
      {state.step !== 'preview' && (
        <ChooseStep
          topics={topics}
          defaults={state.defaults}
          isReading={state.step === 'reading'}
          onChange={changeDefaults}
          onFile={(file) => void read(file)}
        />
      )}
      {state.step === 'choose' && state.problem && <Problem problem={state.problem} />}
      {state.step === 'preview' && (
        <>
          {state.error !== null && <Problem problem={{ reason: 'failed', error: state.error }} />}
          <FileIssues answer={state.answer} />
          <ImportRows answer={state.answer} topics={topics} />
        </>
      )}
    </Dialog>
  )
}

const Problem = ({ problem }: { problem: FileProblem }) => {
  const { t } = useTranslation(['question-bank', 'shared/question-files'])
  const title =
    problem.reason === 'failed'
      ? errorText(problem.error, t('import.failed'))
      : t(
          problem.reason === 'unreadable'
            ? 'import.unreadable'
            : `shared/question-files:file.${problem.reason}`,
        )
  return <Alert kind="error" className="mt-4" title={title} />
}

const FileIssues = ({ answer: { issues } }: { answer: ImportAnswer }) => {
  const { t } = useTranslation('shared/question-files')
  if (issues.length === 0) return null
  return (
    <Alert kind={issues.some(isQuestionError) ? 'error' : 'warning'} className="mb-4">
      <ul>
        {issues.map(({ code, detail }) => (
          <li key={`${code}-${detail}`}>
            {t(`file.${code}`)} {detail && <bdi className="break-all">{detail}</bdi>}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
