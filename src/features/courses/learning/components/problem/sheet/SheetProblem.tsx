import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SheetCell, ShownSheet } from '#contract/problems/problems.ts'
import { createSheet } from '#contract/problems/spreadsheet.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { SavedAt } from '../AnswerBar.tsx'
import type { BodyProps } from '../body-props.ts'
import { Rubric } from '../Rubric.tsx'
import { SheetGrid } from './SheetGrid.tsx'

/** A spreadsheet: formulas are worked out here while typing, and again by the server when it judges. */
export const SheetProblem = ({ problem, answer, hand, spent }: BodyProps<ShownSheet>) => {
  const { t } = useTranslation('courses/learning/problem')
  const own: readonly SheetCell[] = answer.answer.kind === 'spreadsheet' ? answer.answer.cells : NONE
  const typed = useMemo(
    () => new Map([...own, ...problem.cells].map((each) => [each.cell, each.value])),
    [own, problem.cells],
  )
  const sheet = useMemo(() => createSheet(typed, problem), [typed, problem])
  const write = (cell: string, value: string) =>
    answer.change({
      kind: 'spreadsheet',
      cells: [...own.filter((each) => each.cell !== cell), ...(value === '' ? [] : [{ cell, value }])],
    })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 className="font-semibold text-ink">{t('sheet.title')}</h3>
        <SavedAt state={answer.save} />
      </div>
      <SheetGrid
        problem={problem}
        typed={typed}
        sheet={sheet}
        locked={new Set(problem.cells.map((each) => each.cell))}
        wanted={new Set(problem.checks.map((each) => each.cell))}
        onWrite={write}
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
      {spent && <Alert kind="info" title={t('submit.spent')} />}
      {hand.error !== null && (
        <Alert kind="error" title={hand.error}>
          {t('submit.failedHint')}
        </Alert>
      )}
      <div>
        <Button
          pending={hand.pending}
          aria-disabled={spent || undefined}
          onClick={() => (spent ? undefined : void hand.handIn({ kind: 'spreadsheet', cells: [...own] }))}
        >
          {t(problem.rubric.length > 0 ? 'submit.forGrading' : 'submit.submit')}
        </Button>
      </div>
    </div>
  )
}

const NONE: readonly SheetCell[] = []
