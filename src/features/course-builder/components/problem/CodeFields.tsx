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
import { PartList } from './PartList.tsx'
import { TestResult, TryOutFields } from './TryOutFields.tsx'

type Props = { problem: CodeProblem; onChange: (problem: CodeProblem) => void }

/** Starter code, call, limits and tests of a code problem. */
export const CodeFields = ({ problem, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const tryOut = useTryOut(problem)
  const applyChange = (change: object) => onChange({ ...problem, ...change } as CodeProblem)
  const result = (test: CodeProblem['tests'][number]) => {
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
      {problem.kind === 'sql' ? (
        <>
          <CodeArea
            label={t('problem.setup')}
            value={problem.setup}
            onChange={(setup) => applyChange({ setup })}
          />
          <Switch
            label={t('problem.ordered')}
            checked={problem.ordered}
            onChange={(ordered) => applyChange({ ordered })}
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
              onChange={(event) => applyChange({ call: event.target.value.trim() || null })}
            />
          )}
        </Field>
      )}
      <CodeArea
        label={t('problem.starter')}
        value={problem.starter}
        max={CODE_MAX}
        onChange={(starter) => applyChange({ starter })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <WholeNumber
          label={t('problem.time')}
          min={TIME_LIMIT_MS.min}
          max={TIME_LIMIT_MS.max}
          value={problem.time_limit_ms}
          onChange={(value) => applyChange({ time_limit_ms: value })}
        />
        <WholeNumber
          label={t('problem.memory')}
          min={MEMORY_LIMIT_MB.min}
          max={MEMORY_LIMIT_MB.max}
          value={problem.memory_mb}
          onChange={(value) => applyChange({ memory_mb: value })}
        />
      </div>
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
            {result(test)}
          </>
        )}
      </PartList>
      <p className="text-sm text-ink-muted">
        {t(`problem.forms.${problem.kind === 'sql' ? 'sql' : problem.call ? 'call' : 'print'}`)}
      </p>
      {tryOut.canRun && <TryOutFields problem={problem} tryOut={tryOut} onChange={applyChange} />}
    </>
  )
}
