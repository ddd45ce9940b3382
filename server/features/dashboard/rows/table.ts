/** The tables of the files: the columns of each kind, for spreadsheets. Pure. */
import type { ComparedGroup } from '#contract/dashboard/groups.ts'
import type { RiskLearner } from '#contract/dashboard/at-risk.ts'
import type { DashboardRow, RowKind } from '#contract/dashboard/rows.ts'
import { csvLine, csvStart } from '#server/core/question-import/csv-cell.ts'
import type { StepNumbers } from '../dashboard.repository.ts'

interface Column<Row> {
  title: string
  cell: (row: Row) => string | number | null | undefined
}

const title = (name: string): Column<DashboardRow> => ({ title: name, cell: (row) => row.title })
const at = (name: string): Column<DashboardRow> => ({ title: name, cell: (row) => row.at })
const progress: Column<DashboardRow> = { title: 'Percent done', cell: (row) => row.percent }
const ofCourse = [title('Last lesson'), at('Last activity'), progress]

const COLUMNS: Readonly<Record<RowKind, readonly Column<DashboardRow>[]>> = {
  active: [
    { title: 'Study minutes', cell: (row) => (row.seconds === null ? null : Math.round(row.seconds / 60)) },
  ],
  joined: [at('Joined')],
  enrolled: [title('Course'), at('Enrolled')],
  completed: [title('Course'), at('Completed')],
  submitted: [
    title('Assessment'),
    at('Handed in'),
    { title: 'Percent', cell: (row) => row.percent },
    { title: 'Passed', cell: (row) => (row.is_passed === null ? null : row.is_passed ? 'yes' : 'no') },
  ],
  attendance: [title('Class'), at('Began'), { title: 'Attendance', cell: (row) => row.status }],
  revenue: [
    title('Course'),
    at('At'),
    { title: 'Amount in minor units', cell: (row) => row.amount_minor },
    { title: 'Currency', cell: (row) => row.currency },
  ],
  learners: ofCourse,
  started: ofCourse,
  finished: ofCourse,
  reached: ofCourse,
  arrived: [title('Last lesson'), at('Came here'), progress],
  stopped: ofCourse,
}

/** Instructors get no addresses, and so no column for them. */
export const rowColumns = (kind: RowKind, hasEmail: boolean): readonly Column<DashboardRow>[] => [
  { title: 'Name', cell: (row) => row.person?.name },
  ...(hasEmail ? [{ title: 'Email', cell: (row: DashboardRow) => row.person?.email }] : []),
  ...COLUMNS[kind],
]

export const riskColumns = (hasEmail: boolean): readonly Column<RiskLearner>[] => [
  { title: 'Name', cell: (row) => row.name },
  ...(hasEmail ? [{ title: 'Email', cell: (row: RiskLearner) => row.email }] : []),
  {
    title: 'Reasons',
    cell: (row) =>
      row.reasons
        .map(({ reason, course, value, expected }) =>
          [reason, course?.title, expected === null ? value : `${value} of ${expected}`]
            .filter((part) => part !== undefined)
            .join(' '),
        )
        .join('; '),
  },
]

export const dayColumns: readonly Column<StepNumbers>[] = [
  { title: 'Day', cell: (row) => row.from },
  { title: 'Active learners', cell: (row) => row.active },
  { title: 'Study minutes', cell: (row) => Math.round(row.study_seconds / 60) },
  { title: 'New learners', cell: (row) => row.joined },
  { title: 'Enrolments', cell: (row) => row.enrolled },
  { title: 'Completions', cell: (row) => row.completed },
]

export const groupColumns: readonly Column<ComparedGroup>[] = [
  { title: 'Group', cell: (row) => row.name },
  { title: 'Learners', cell: (row) => row.learners },
  { title: 'Active learners', cell: (row) => row.active },
  { title: 'Study minutes', cell: (row) => Math.round(row.study_seconds / 60) },
  { title: 'Completions', cell: (row) => row.completed },
  { title: 'Assessments handed in', cell: (row) => row.submitted },
  { title: 'Average percent', cell: (row) => row.average_percent },
  { title: 'Attended', cell: (row) => row.attended },
  { title: 'Marks in classes', cell: (row) => row.held },
]

export const headOf = <Row>(columns: readonly Column<Row>[]): string =>
  csvStart(columns.map(({ title: name }) => name))

export const linesOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => csvLine(columns.map(({ cell }) => String(cell(row) ?? '')))).join('')
