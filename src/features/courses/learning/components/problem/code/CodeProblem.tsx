import ListChecks from 'lucide-react/icons/list-checks'
import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Square from 'lucide-react/icons/square'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownCode } from '#contract/problems/problems.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { SaveStatus } from '../AnswerStatus.tsx'
import { CodeEditor, type EditorHandle } from './CodeEditor.tsx'
import { CodeKeys } from './CodeKeys.tsx'
import { ProblemDetails } from '../ProblemDetails.tsx'
import type { BodyProps } from '../body-props.ts'
import { RuntimeNote } from './RuntimeNote.tsx'
import { CodeBlock } from '../sheet/ScrollBox.tsx'
import { callOf, FreeInput, FreeOutput, useFreeRun } from './FreeRun.tsx'
import { TestList, type ShownResult } from './TestList.tsx'
import { useCodeRun } from './use-code-run.ts'
import { useRuntime, type Runtime } from './use-runtime.ts'

/** A code problem: edited and run in the browser, graded by the server. */
export const CodeProblem = ({ problem, answer, submission, hasNoAttemptsLeft }: BodyProps<ShownCode>) => {
  const { t } = useTranslation('courses/learning/problem')
  const runtime = useRuntime(problem)
  const [isResetDialogOpen, setResetDialogOpen] = useState(false)
  const code = 'code' in answer.answer ? answer.answer.code : ''
  const languageName = t(`kind.${problem.kind}`)
  const changeCode = (next: string) => answer.change({ kind: problem.kind, code: next })

  const { results, tests, run, clear, submit } = useCodeRun(problem, code, runtime, submission)
  const free = useFreeRun(problem, code, runtime)
  const isBusy = runtime.running || submission.pending
  const canSubmit = !hasNoAttemptsLeft && !isBusy
  const runOnce = () => {
    clear()
    void free.run()
  }
  const runTests = () => {
    free.clear()
    void run()
  }
  const submitCode = () => {
    free.clear()
    submit()
  }
  return (
    <div className="flex flex-col gap-3">
      {problem.kind === 'sql' && problem.setup !== '' && <Tables setup={problem.setup} />}
      <EditorPane problem={problem} code={code} answer={answer} onChange={changeCode} />
      <FreeInput problem={problem} free={free} />
      <div className="flex flex-wrap items-center gap-3">
        <RunButtons
          runtime={runtime}
          hasTests={tests.length > 0}
          isBusy={isBusy}
          onRun={runOnce}
          onRunTests={runTests}
        />
        <Button
          pending={submission.pending}
          aria-disabled={hasNoAttemptsLeft || runtime.running || undefined}
          onClick={canSubmit ? submitCode : undefined}
        >
          {t('submit.submit')}
        </Button>
        {code !== problem.starter && (
          <Button
            variant="ghost"
            icon={<RotateCcw aria-hidden="true" size={18} />}
            onClick={() => setResetDialogOpen(true)}
          >
            {t('reset.reset')}
          </Button>
        )}
      </div>
      {problem.hidden_tests > 0 && (
        <p className="text-sm text-ink-muted">{t('tests.hiddenCount', { count: problem.hidden_tests })}</p>
      )}
      {hasNoAttemptsLeft && <Alert kind="info" title={t('submit.spent')} />}
      <RuntimeNote runtime={runtime} language={languageName} />
      {submission.error !== null && (
        <Alert kind="error" title={submission.error}>
          {t('submit.failedHint')}
        </Alert>
      )}
      <FreeOutput problem={problem} free={free} />
      {results.length > 0 && <Results results={results} total={tests.length} problem={problem} />}
      <ResetDialog
        open={isResetDialogOpen}
        onOpenChange={setResetDialogOpen}
        onReset={() => changeCode(problem.starter)}
      />
    </div>
  )
}

type PaneProps = {
  problem: ShownCode
  code: string
  answer: BodyProps<ShownCode>['answer']
  onChange: (code: string) => void
}

const EditorPane = ({ problem, code, answer, onChange }: PaneProps) => {
  const { t } = useTranslation('courses/learning/problem')
  const editor = useRef<EditorHandle>(null)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="font-semibold text-ink">{t('editor.title')}</h2>
        <SaveStatus state={answer.save} />
      </div>
      <CodeEditor
        ref={editor}
        language={problem.kind}
        value={code}
        label={t('editor.label', { language: t(`kind.${problem.kind}`) })}
        hint={t('editor.hint')}
        onChange={onChange}
      />
      <CodeKeys language={problem.kind} editor={() => editor.current} />
    </>
  )
}

const Tables = ({ setup }: { setup: string }) => {
  const { t } = useTranslation('courses/learning/problem')
  return (
    <ProblemDetails title={t('editor.tables')}>
      <CodeBlock label={t('editor.tables')}>{setup}</CodeBlock>
    </ProblemDetails>
  )
}

type RunProps = {
  runtime: Runtime
  hasTests: boolean
  isBusy: boolean
  onRun: () => void
  onRunTests: () => void
}

const RunButtons = ({ runtime, hasTests, isBusy, onRun, onRunTests }: RunProps) => {
  const { t } = useTranslation('courses/learning/problem')
  if (runtime.running)
    return (
      <Button variant="secondary" icon={<Square aria-hidden="true" size={16} />} onClick={runtime.stop}>
        {t('run.stop')}
      </Button>
    )
  const shared = { variant: 'secondary', 'aria-disabled': isBusy || undefined } as const
  return (
    <>
      <Button
        {...shared}
        icon={<Play aria-hidden="true" size={18} />}
        onClick={() => (isBusy ? undefined : onRun())}
      >
        {t('run.once')}
      </Button>
      {hasTests && (
        <Button
          {...shared}
          icon={<ListChecks aria-hidden="true" size={18} />}
          onClick={() => (isBusy ? undefined : onRunTests())}
        >
          {t('run.run')}
        </Button>
      )}
    </>
  )
}

type ResultsProps = { results: readonly ShownResult[]; total: number; problem: ShownCode }

/** The results of the tests that ran in the browser. */
const Results = ({ results, total, problem }: ResultsProps) => {
  const { t } = useTranslation('courses/learning/problem')
  return (
    <section aria-label={t('run.results')} className="flex flex-col gap-3">
      <h2 className="font-semibold text-ink">{t('run.results')}</h2>
      <p role="status" className="text-sm text-ink-muted">
        {t('verdict.tests', {
          passed: results.filter((result) => result.passed).length,
          total: total,
        })}
      </p>
      <TestList results={results} kind={problem.kind} call={callOf(problem)} />
    </section>
  )
}

type ResetProps = { open: boolean; onOpenChange: (open: boolean) => void; onReset: () => void }

const ResetDialog = ({ open, onOpenChange, onReset }: ResetProps) => {
  const { t } = useTranslation('courses/learning/problem')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('reset.title')}
      description={t('reset.text')}
      closeLabel={t('reset.keep')}
      actions={
        <>
          <Button
            onClick={() => {
              onReset()
              onOpenChange(false)
            }}
          >
            {t('reset.reset')}
          </Button>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {t('reset.keep')}
          </Button>
        </>
      }
    />
  )
}
