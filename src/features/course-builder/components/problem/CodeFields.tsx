import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CODE_MAX, MEMORY_LIMIT_MB, TESTS_MAX, TIME_LIMIT_MS } from '#contract/problems/problems.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useTryOut } from '../../hooks/use-try-out.ts'
import { newTest, type CodeProblem } from '../../model/problems.ts'
import { resultFor, withResults } from '../../model/try-out.ts'
import { WholeNumber } from '../editors/fields/WholeNumber.tsx'
import { CodeArea } from './CodeArea.tsx'
import { HelpFields } from './HelpFields.tsx'
import { PartList } from './PartList.tsx'
import { TestResult, TryOutFields } from './TryOutFields.tsx'

type Props = { problem: CodeProblem; onChange: (problem: CodeProblem) => void }

/** Starter code, call, limits and tests of a code problem. */
export const CodeFields = ({ problem, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const tryOut = useTryOut(problem)
  const applyChange = (change: object) => onChange({ ...problem, ...change } as CodeProblem)
  const result = (test: Test) => {
    const testResult = resultFor(problem, test, tryOut.runs)
    return (
      testResult && (
        <TestResult
          problem={problem}
          test={test}
          result={testResult}
          onUse={() => applyChange({ tests: withResults(problem, tryOut.runs, test.id) })}
        />
      )
    )
  }
  return (
    <>
      <RunFields problem={problem} onChange={applyChange} />
      <CodeArea
        label={t('problem.starter')}
        value={problem.starter}
        max={CODE_MAX}
        onChange={(starter) => applyChange({ starter })}
      />
      <LimitFields problem={problem} onChange={applyChange} />
      <PartList
        legend={t('problem.tests')}
        addLabel={t('problem.addTest')}
        items={problem.tests}
        max={TESTS_MAX}
        nameOf={(index) => t('problem.test', { number: index + 1 })}
        create={newTest}
        onChange={(tests) => applyChange({ tests })}
      >
        {(test, edit, name) => (
          <TestFields test={test} name={name} edit={edit}>
            {result(test)}
          </TestFields>
        )}
      </PartList>
      <p className="text-sm text-ink-muted">
        {t(`problem.forms.${problem.kind === 'sql' ? 'sql' : problem.call ? 'call' : 'print'}`)}
      </p>
      <HelpFields problem={problem} onChange={applyChange} />
      {tryOut.canRun && <TryOutFields problem={problem} tryOut={tryOut} onChange={applyChange} />}
    </>
  )
}

type PartProps = { problem: CodeProblem; onChange: (change: object) => void }

/** How the code is run: after the setup of a database, or by calling a function. */
const RunFields = ({ problem, onChange }: PartProps) => {
  const { t } = useTranslation('course-builder')
  return problem.kind === 'sql' ? (
    <>
      <CodeArea label={t('problem.setup')} value={problem.setup} onChange={(setup) => onChange({ setup })} />
      <Switch
        label={t('problem.ordered')}
        checked={problem.ordered}
        onChange={(ordered) => onChange({ ordered })}
      />
    </>
  ) : (
    <Field label={t('problem.call')} hint={t('problem.callHint')} optionalLabel={t('optional')}>
      {(control) => (
        <TextInput
          {...control}
          dir="ltr"
          maxLength={61}
          className="max-w-xs font-mono"
          value={problem.call ?? ''}
          onChange={(event) => onChange({ call: event.target.value.trim() || null })}
        />
      )}
    </Field>
  )
}

const LimitFields = ({ problem, onChange }: PartProps) => {
  const { t } = useTranslation('course-builder')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <WholeNumber
        label={t('problem.time')}
        min={TIME_LIMIT_MS.min}
        max={TIME_LIMIT_MS.max}
        value={problem.time_limit_ms}
        onChange={(value) => onChange({ time_limit_ms: value })}
      />
      <WholeNumber
        label={t('problem.memory')}
        min={MEMORY_LIMIT_MB.min}
        max={MEMORY_LIMIT_MB.max}
        value={problem.memory_mb}
        onChange={(value) => onChange({ memory_mb: value })}
      />
    </div>
  )
}

type Test = CodeProblem['tests'][number]
type TestProps = { test: Test; name: string; edit: (change: Partial<Test>) => void; children: ReactNode }

/** The title, input and output of a test, and the result of trying it out. */
const TestFields = ({ test, name, edit, children }: TestProps) => {
  const { t } = useTranslation('course-builder')
  return (
    <>
      <TextInput
        aria-label={t('problem.testTitle', { name })}
        placeholder={t('problem.testTitlePlaceholder')}
        maxLength={120}
        value={test.title}
        onChange={(event) => edit({ title: event.target.value })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <CodeArea
          label={t('problem.input')}
          rows={3}
          value={test.input}
          onChange={(input) => edit({ input })}
        />
        <CodeArea
          label={t('problem.expected')}
          rows={3}
          value={test.expected}
          onChange={(expected) => edit({ expected })}
        />
      </div>
      <Switch
        label={t('problem.hidden')}
        hint={t('problem.hiddenHint')}
        checked={test.hidden}
        onChange={(hidden) => edit({ hidden })}
      />
      {children}
    </>
  )
}
