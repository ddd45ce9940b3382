import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import { useTranslation } from 'react-i18next'
import { cut } from '#contract/text/truncate.ts'
import { CODE_MAX } from '#contract/problems/problems.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import type { TryOut } from '../../hooks/use-try-out.ts'
import type { CodeProblem, Test } from '../../model/problems.ts'
import { passes, resultFor, withResults, type RunResult } from '../../model/try-out.ts'
import { CodeArea } from './CodeArea.tsx'

type Props = { problem: CodeProblem; tryOut: TryOut; onChange: (change: Partial<CodeProblem>) => void }

/** Runs the author's solution in the engines that run learners' answers. */
export const TryOutFields = ({ problem, tryOut, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const { running, runs, state } = tryOut
  const results = problem.tests.flatMap((test) => {
    const result = resultFor(problem, test, runs)
    return result ? [{ test, result, passed: passes(problem, test, result) }] : []
  })
  const hasUsableResult = results.some(({ result, passed }) => !passed && result.outcome === 'output')
  const isSolutionEmpty = problem.solution.trim() === ''
  return (
    <section aria-label={t('tryOut.title')} className="flex flex-col gap-3 rounded-lg border border-line p-4">
      <h3 className="font-semibold">{t('tryOut.title')}</h3>
      <CodeArea
        label={t('tryOut.solution')}
        hint={t('tryOut.hint')}
        value={problem.solution}
        max={CODE_MAX}
        rows={8}
        onChange={(solution) => onChange({ solution })}
      />
      <div className="flex flex-wrap items-center gap-3">
        {running ? (
          <Button variant="secondary" icon={<Square aria-hidden="true" size={16} />} onClick={tryOut.stop}>
            {t('tryOut.stop')}
          </Button>
        ) : (
          <Button
            variant="secondary"
            icon={<Play aria-hidden="true" size={18} />}
            disabled={isSolutionEmpty || problem.tests.length === 0}
            onClick={tryOut.run}
          >
            {t('tryOut.run')}
          </Button>
        )}
        <p role="status" className="text-sm text-ink-muted">
          {running && state.step === 'loading'
            ? t('tryOut.loading', { percent: Math.round(state.loaded * 100) })
            : running && state.step === 'starting'
              ? t('tryOut.starting')
              : results.length > 0
                ? t('tryOut.summary', {
                    passed: results.filter(({ passed }) => passed).length,
                    count: problem.tests.length,
                  })
                : isSolutionEmpty
                  ? t('tryOut.empty')
                  : ''}
        </p>
      </div>
      {tryOut.hasFailed && <Alert kind="error" title={t('tryOut.broken')} />}
      {hasUsableResult && !running && (
        <Button
          size="sm"
          variant="secondary"
          className="self-start"
          onClick={() => onChange({ tests: withResults(problem, runs) })}
        >
          {t('tryOut.useAll')}
        </Button>
      )}
    </section>
  )
}

type ResultProps = {
  problem: CodeProblem
  test: Test
  result: RunResult
  onUse: () => void
}

/** The output of the reference solution for one test, beside the expected one. */
export const TestResult = ({ problem, test, result, onUse }: ResultProps) => {
  const { t } = useTranslation('course-builder')
  const passed = passes(problem, test, result)
  const hasErrored = result.outcome !== 'output'
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Badge
          tone={passed ? 'success' : 'error'}
          icon={
            passed ? <CircleCheck aria-hidden="true" size={14} /> : <CircleX aria-hidden="true" size={14} />
          }
        >
          {t(passed ? 'tryOut.passes' : 'tryOut.fails')}
        </Badge>
        {hasErrored && (
          <span className="text-sm text-error-text">{t(`tryOut.outcome.${result.outcome}`)}</span>
        )}
        {!passed && !hasErrored && (
          <Button size="sm" variant="ghost" onClick={onUse}>
            {t('tryOut.use')}
          </Button>
        )}
      </div>
      {!passed && (hasErrored ? result.error : result.output) !== '' && (
        <OutputBlock label={t('tryOut.given')}>
          {shortened(hasErrored ? result.error : result.output)}
        </OutputBlock>
      )}
      {result.printed !== '' && (
        <OutputBlock label={t('tryOut.printed')}>{shortened(result.printed)}</OutputBlock>
      )}
    </div>
  )
}

/** Only the preview is truncated; "use" takes the complete output. */
const PREVIEW_MAX = 2_000
const shortened = (text: string) => cut(text, PREVIEW_MAX, ' …')

const OutputBlock = ({ label, children }: { label: string; children: string }) => (
  <div>
    <p className="text-sm text-ink-muted">{label}</p>
    <pre
      dir="ltr"
      className="rounded-lg bg-surface-sunken p-3 font-mono text-sm break-words whitespace-pre-wrap"
    >
      {children}
    </pre>
  </div>
)
