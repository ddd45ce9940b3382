import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownCode } from '#contract/problems/problems.ts'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import type { RunResult } from '../../../runtimes/protocol.ts'
import { argumentsInput, argumentsText, callText, isSyntaxError } from '../../../model/code-text.ts'
import { ProblemDetails } from '../ProblemDetails.tsx'
import { SyntaxErrorNote } from './SyntaxErrorNote.tsx'
import { TestOutput } from './TestList.tsx'
import type { Runtime } from './use-runtime.ts'

const FREE_RUN_ID = 'own-input'

/** The function that the problem's tests call; null for a program or a query. */
export const callOf = (problem: ShownCode): string | null => ('call' in problem ? problem.call : null)

interface FreeResult {
  input: string
  result: RunResult
}

/** Runs the code once with input of the learner's own; at first that of the first visible test. */
export const useFreeRun = (problem: ShownCode, code: string, runtime: Runtime) => {
  const call = callOf(problem)
  const firstInput = problem.tests[0]?.input ?? ''
  const [text, setText] = useState(() => (call ? argumentsText(problem.kind, firstInput) : firstInput))
  const [shown, setShown] = useState<FreeResult | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const input = call ? argumentsInput(text) : text
  const run = async () => {
    setShown(null)
    setUnreadable(input === null)
    if (input === null) return
    const fullInput = problem.kind === 'sql' ? `${problem.setup}\n${input}` : input
    await runtime.runAll(code, [{ id: FREE_RUN_ID, hidden: false, input: fullInput }], (_, result) =>
      setShown({ input, result }),
    )
  }
  const change = (next: string) => {
    setText(next)
    setUnreadable(false)
  }
  return { call, text, change, run, shown, isUnreadable, clear: () => setShown(null) }
}
export type FreeRun = ReturnType<typeof useFreeRun>

/** The input of "Run": arguments of the call, standard input, or the rows of a query's tables. */
export const FreeInput = ({ problem, free }: { problem: ShownCode; free: FreeRun }) => {
  const { t } = useTranslation('courses/learning/problem')
  const id = useId()
  const { call, text, isUnreadable } = free
  const label = t(call ? 'own.arguments' : problem.kind === 'sql' ? 'own.rows' : 'own.input')
  const shared = {
    id,
    dir: 'ltr' as const,
    value: text,
    spellCheck: false,
    className: 'font-mono text-sm',
    'aria-invalid': isUnreadable || undefined,
    'aria-describedby': `${id}-hint`,
  }
  return (
    <ProblemDetails title={t('own.title')}>
      <label htmlFor={id} className="mb-1 block text-sm font-medium text-ink">
        {label}
      </label>
      {call ? (
        <div dir="ltr" className="flex items-center gap-1 font-mono text-sm text-ink">
          <span aria-hidden="true">{call}(</span>
          <TextInput {...shared} onChange={(event) => free.change(event.target.value)} />
          <span aria-hidden="true">)</span>
        </div>
      ) : (
        <TextArea {...shared} rows={4} onChange={(event) => free.change(event.target.value)} />
      )}
      <p
        id={`${id}-hint`}
        role={isUnreadable ? 'alert' : undefined}
        className={isUnreadable ? 'mt-2 text-sm font-medium text-error-text' : 'mt-2 text-sm text-ink-muted'}
      >
        {t(isUnreadable ? 'own.unreadable' : 'own.hint')}
      </p>
    </ProblemDetails>
  )
}

/** What the code gave for the learner's own input; nothing is compared. */
export const FreeOutput = ({ problem, free }: { problem: ShownCode; free: FreeRun }) => {
  const { t } = useTranslation('courses/learning/problem')
  if (!free.shown) return null
  const { input, result } = free.shown
  if (isSyntaxError(result.error)) return <SyntaxErrorNote message={result.error} />
  const heading = free.call ? callText(problem.kind, free.call, input) : t('own.result')
  return (
    <section aria-label={t('own.result')} className="flex flex-col gap-2">
      <p role="status" className="font-semibold break-words text-ink">
        <bdi className={free.call ? 'font-mono text-sm' : undefined}>{heading}</bdi>
      </p>
      <TestOutput result={result} kind={problem.kind} call={free.call} />
    </section>
  )
}
