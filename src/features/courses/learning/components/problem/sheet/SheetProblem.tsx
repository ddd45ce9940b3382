import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SheetCell, ShownSheet } from '#contract/problems/problems.ts'
import { createSheet } from '#contract/problems/spreadsheet.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { SaveStatus } from '../AnswerStatus.tsx'
import type { BodyProps } from '../body-props.ts'
import { Rubric } from '../Rubric.tsx'
import { SheetGrid } from './SheetGrid.tsx'

/** A spreadsheet problem: formulas are evaluated here while typing, and again on the server for grading. */
export const SheetProblem = ({ problem, answer, submission, hasNoAttemptsLeft }: BodyProps<ShownSheet>) => {
  const { t } = useTranslation('courses/learning/problem')
  const ownCells: readonly SheetCell[] = answer.answer.kind === 'spreadsheet' ? answer.answer.cells : NO_CELLS
  const contents = useMemo(
    () => new Map([...ownCells, ...problem.cells].map(({ cell, value }) => [cell, value])),
    [ownCells, problem.cells],
  )
  const sheet = useMemo(() => createSheet(contents, problem), [contents, problem])
  const writeCell = (cell: string, value: string) =>
    answer.change({
      kind: 'spreadsheet',
      cells: [...ownCells.filter((entry) => entry.cell !== cell), ...(value === '' ? [] : [{ cell, value }])],
    })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="font-semibold text-ink">{t('sheet.title')}</h2>
        <SaveStatus state={answer.save} />
      </div>
      <SheetGrid
        problem={problem}
        contents={contents}
        sheet={sheet}
        locked={new Set(problem.cells.map(({ cell }) => cell))}
        checked={new Set(problem.checks.map(({ cell }) => cell))}
        onWrite={writeCell}
      />
      {problem.checks.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm text-ink-muted">
          {problem.checks.map((check) => (
            <li key={check.id}>
              <bdi className="font-mono text-ink">{check.cell}</bdi> <bdi>{check.title}</bdi>
              {check.formula && ` · ${t('sheet.formulaNeeded')}`}
            </li>
          ))}
        </ul>
      )}
      {problem.hidden_tests > 0 && (
        <p className="text-sm text-ink-muted">{t('tests.hiddenCount', { count: problem.hidden_tests })}</p>
      )}
      {problem.rubric.length > 0 && <Rubric rubric={problem.rubric} />}
      {hasNoAttemptsLeft && <Alert kind="info" title={t('submit.spent')} />}
      {submission.error !== null && (
        <Alert kind="error" title={submission.error}>
          {t('submit.failedHint')}
        </Alert>
      )}
      <div>
        <Button
          pending={submission.pending}
          aria-disabled={hasNoAttemptsLeft || undefined}
          onClick={() =>
            hasNoAttemptsLeft
              ? undefined
              : void submission.submit({ kind: 'spreadsheet', cells: [...ownCells] })
          }
        >
          {t(problem.rubric.length > 0 ? 'submit.forGrading' : 'submit.submit')}
        </Button>
      </div>
    </div>
  )
}

const NO_CELLS: readonly SheetCell[] = []
