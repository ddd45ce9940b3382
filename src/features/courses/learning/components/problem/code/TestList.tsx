import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import { useTranslation } from 'react-i18next'
import {
  isQueryResult,
  type QueryResult,
  type ShownProblem,
  type TestResult,
} from '#contract/problems/problems.ts'
import { callText, isSyntaxError, literalText } from '../../../model/code-text.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { ScrollBox, CodeBlock } from '../sheet/ScrollBox.tsx'
import { SyntaxErrorNote } from './SyntaxErrorNote.tsx'

/** One test result: expected and actual output; the status is text, not colour alone. */
export type ShownResult = Pick<
  TestResult,
  'id' | 'title' | 'hidden' | 'outcome' | 'output' | 'expected' | 'error'
> & {
  /** Null until the server has graded it. */
  passed: boolean | null
  input?: string
  printed?: string
}

interface TestLanguage {
  kind: ShownProblem['kind']
  /** The function that the tests call, so that they read as calls; null for a program or a query. */
  call?: string | null | undefined
}

export const TestList = ({ results, ...language }: TestLanguage & { results: readonly ShownResult[] }) => {
  const { t } = useTranslation('courses/learning/problem')
  const commonError = commonErrorOf(results)
  const firstError = results[0]?.error ?? ''
  if (isSyntaxError(firstError) && results.every(({ error }) => error === firstError))
    return <SyntaxErrorNote message={firstError} />
  return (
    <div className="flex flex-col gap-3">
      {commonError !== null && <Block label={t('outcome.error')} text={commonError} />}
      <ol className="flex flex-col gap-3">
        {results.map((result, index) => (
          <li key={result.id} className="rounded-lg border border-line bg-surface-raised p-4">
            <TestHead result={result} index={index} />
            <Outcome result={commonError === null ? result : { ...result, error: '' }} {...language} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Code that cannot run fails every test with the same message, which is shown once; null for anything else. */
const commonErrorOf = (results: readonly ShownResult[]): string | null => {
  const [first] = results
  if (!first || first.error === '' || results.length < 2) return null
  return results.every(({ error }) => error === first.error) ? first.error : null
}

const TestHead = ({ result, index }: { result: ShownResult; index: number }) => {
  const { t } = useTranslation('courses/learning/problem')
  const name = result.title === '' ? t('tests.numbered', { index: index + 1 }) : result.title
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {result.passed === true && <CircleCheck aria-hidden="true" size={20} className="text-success-text" />}
      {result.passed === false && <CircleX aria-hidden="true" size={20} className="text-error-text" />}
      <h3 className="min-w-0 font-medium text-ink">
        <bdi>{name}</bdi>
      </h3>
      {result.passed !== null && (
        <Badge tone={result.passed ? 'success' : 'error'}>
          {t(result.passed ? 'tests.passed' : 'tests.failed')}
        </Badge>
      )}
      {result.hidden && <Badge>{t('tests.hidden')}</Badge>}
    </div>
  )
}

type OutcomeProps = TestLanguage & { result: ShownResult }

const Outcome = ({ result, ...language }: OutcomeProps) => {
  const { t } = useTranslation('courses/learning/problem')
  const { outcome } = result
  const isCutOff = outcome === 'time' || outcome === 'memory' || outcome === 'stopped'
  return (
    <div className="mt-2 flex flex-col gap-3 empty:hidden">
      {isCutOff && <p className="text-sm font-medium text-error-text">{t(`outcome.${outcome}`)}</p>}
      {result.error !== '' && <Block label={t('outcome.error')} text={result.error} />}
      {!result.hidden && <Comparison result={result} {...language} />}
      {Boolean(result.printed) && <Block label={t('tests.printed')} text={result.printed ?? ''} />}
    </div>
  )
}

/** What the test gave, expected and got. A passed test needs neither input nor expectation. */
const Comparison = ({ result, kind, call }: OutcomeProps) => {
  const { t } = useTranslation('courses/learning/problem')
  const { input = '', expected } = result
  const hasPassed = result.passed === true
  return (
    <>
      {!hasPassed && input !== '' && kind !== 'sql' && (
        <Block
          label={t(call ? 'tests.call' : 'tests.input')}
          text={call ? callText(kind, call, input) : input}
        />
      )}
      {!hasPassed && expected !== '' && (
        <Value label={t('tests.expected')} text={expected} kind={kind} call={call} />
      )}
      {result.outcome === 'output' && (
        <Value label={t('tests.output')} text={result.output} kind={kind} call={call} />
      )}
    </>
  )
}

const tableOf = (text: string): QueryResult | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isQueryResult(value) ? value : null
  } catch {
    return null
  }
}

const Value = ({ label, text, kind, call }: TestLanguage & { label: string; text: string }) => {
  const table = kind === 'sql' ? tableOf(text) : null
  if (table) return <Rows label={label} table={table} />
  // Outputs of Python's `json.dumps` have the spaces of its own lists; JavaScript's stay as they are.
  return <Block label={label} text={call && kind === 'python' ? literalText(kind, text) : text} />
}

/** What one run gave, without an expectation. */
export const TestOutput = ({
  result,
  ...language
}: TestLanguage & { result: Pick<ShownResult, 'outcome' | 'output' | 'error' | 'printed'> }) => (
  <Outcome
    result={{ ...result, id: '', title: '', hidden: false, passed: null, expected: '' }}
    {...language}
  />
)

const Block = ({ label, text }: { label: string; text: string }) => {
  const { t } = useTranslation('courses/learning/problem')
  return (
    <div className="min-w-0">
      <p className="text-xs font-medium text-ink-muted">{label}</p>
      <div className="mt-1">
        <CodeBlock label={label}>{text === '' ? t('tests.nothing') : text}</CodeBlock>
      </div>
    </div>
  )
}

/** Rows shown of a result; the label says how many there are. */
const ROWS_SHOWN = 20

const Rows = ({ label, table }: { label: string; table: QueryResult }) => {
  const { t } = useTranslation('courses/learning/problem')
  return (
    <div className="min-w-0">
      <p className="text-xs font-medium text-ink-muted">
        {label} · {t('tests.rows', { count: table.rows.length })}
      </p>
      <ScrollBox label={label} className="mt-1 rounded-md border border-line">
        <table className="w-full text-start text-sm">
          <thead className="bg-surface-sunken">
            <tr>
              {table.columns.map((column, index) => (
                <th key={`${column}${index}`} scope="col" className="px-3 py-2 text-start font-medium">
                  <bdi>{column}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.slice(0, ROWS_SHOWN).map((row, index) => (
              <tr key={index} className="border-t border-line">
                {row.map((value, column) => (
                  <td key={column} className="px-3 py-2 tabular-nums">
                    <bdi>{value === null ? 'NULL' : String(value)}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  )
}
