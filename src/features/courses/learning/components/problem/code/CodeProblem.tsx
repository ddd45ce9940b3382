import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Square from 'lucide-react/icons/square'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isExpectedOutput } from '#contract/problems/compare-output.ts'
import type { ShownCode } from '#contract/problems/problems.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { SavedAt } from '../AnswerBar.tsx'
import { CodeEditor, type EditorHandle } from './CodeEditor.tsx'
import { KeyRow } from './KeyRow.tsx'
import { ProblemFold } from '../ProblemFold.tsx'
import type { BodyProps } from '../body-props.ts'
import { RuntimeNote } from './RuntimeNote.tsx'
import { Verbatim } from '../sheet/ScrollBox.tsx'
import { TestList, type ShownResult } from './TestList.tsx'
import { useRuntime } from './use-runtime.ts'

/** Code: written here, run here, judged by the server. */
export const CodeProblem = ({ problem, answer, hand, spent }: BodyProps<ShownCode>) => {
  const { t } = useTranslation('courses/learning/problem')
  const editor = useRef<EditorHandle>(null)
  const runtime = useRuntime(problem)
  const [results, setResults] = useState<ShownResult[]>([])
  const [asking, setAsking] = useState(false)
  const code = 'code' in answer.answer ? answer.answer.code : ''
  const name = t(`kind.${problem.kind}`)
  const write = (next: string) => answer.change({ kind: problem.kind, code: next })

  const tests = problem.tests.map((test) => ({
    ...test,
    hidden: false,
    input: problem.kind === 'sql' ? `${problem.setup}\n${test.input}` : test.input,
  }))
  const run = async () => {
    setResults([])
    hand.show(null)
    await runtime.runAll(code, tests, (test, result) =>
      setResults((old) => [
        ...old,
        {
          id: test.id,
          title: test.title,
          hidden: false,
          passed: result.outcome === 'output' && isExpectedOutput(problem, result.output, test.expected),
          outcome: result.outcome,
          input: problem.tests.find((each) => each.id === test.id)?.input ?? '',
          output: result.output,
          expected: test.expected,
          error: result.error,
          printed: result.printed,
        },
      ]),
    )
  }
  const submit = () => {
    setResults([])
    void hand.handIn({ kind: problem.kind, code }, (given) => runtime.runAll(code, given))
  }
  const busy = runtime.running || hand.pending
  return (
    <div className="flex flex-col gap-3">
      {problem.kind === 'sql' && problem.setup !== '' && <Tables setup={problem.setup} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 className="font-semibold text-ink">{t('editor.title')}</h3>
        <SavedAt state={answer.save} />
      </div>
      <CodeEditor
        ref={editor}
        language={problem.kind}
        value={code}
        label={t('editor.label', { language: name })}
        hint={t('editor.hint')}
        onChange={write}
      />
      <KeyRow language={problem.kind} editor={() => editor.current} />
      <div className="flex flex-wrap items-center gap-3">
        {runtime.running ? (
          <Button variant="secondary" icon={<Square aria-hidden="true" size={16} />} onClick={runtime.stop}>
            {t('run.stop')}
          </Button>
        ) : (
          problem.tests.length > 0 && (
            <Button
              variant="secondary"
              icon={<Play aria-hidden="true" size={18} />}
              aria-disabled={busy || undefined}
              onClick={() => (busy ? undefined : void run())}
            >
              {t('run.run')}
            </Button>
          )
        )}
        <Button
          pending={hand.pending}
          aria-disabled={spent || runtime.running || undefined}
          onClick={() => (spent || busy ? undefined : submit())}
        >
          {t('submit.submit')}
        </Button>
        {code !== problem.starter && (
          <Button
            variant="ghost"
            icon={<RotateCcw aria-hidden="true" size={18} />}
            onClick={() => setAsking(true)}
          >
            {t('reset.reset')}
          </Button>
        )}
      </div>
      {problem.hidden_tests > 0 && (
        <p className="text-sm text-ink-muted">{t('tests.hiddenCount', { count: problem.hidden_tests })}</p>
      )}
      {spent && <Alert kind="info" title={t('submit.spent')} />}
      <RuntimeNote runtime={runtime} language={name} />
      {hand.error !== null && (
        <Alert kind="error" title={hand.error}>
          {t('submit.failedHint')}
        </Alert>
      )}
      {results.length > 0 && (
        <section aria-label={t('run.results')} className="flex flex-col gap-3">
          <h3 className="font-semibold text-ink">{t('run.results')}</h3>
          <p role="status" className="text-sm text-ink-muted">
            {t('verdict.tests', {
              passed: results.filter((each) => each.passed).length,
              total: tests.length,
            })}
          </p>
          <TestList results={results} kind={problem.kind} />
        </section>
      )}
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('reset.title')}
        description={t('reset.text')}
        closeLabel={t('reset.keep')}
        actions={
          <>
            <Button
              onClick={() => {
                write(problem.starter)
                setAsking(false)
              }}
            >
              {t('reset.reset')}
            </Button>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {t('reset.keep')}
            </Button>
          </>
        }
      />
    </div>
  )
}

const Tables = ({ setup }: { setup: string }) => {
  const { t } = useTranslation('courses/learning/problem')
  return (
    <ProblemFold title={t('editor.tables')}>
      <Verbatim label={t('editor.tables')}>{setup}</Verbatim>
    </ProblemFold>
  )
}
