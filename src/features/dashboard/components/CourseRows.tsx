import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLanguage } from '#src/core/i18n/use-text.ts'
import { paths } from '#src/core/paths.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Card } from '#src/shared/ui/Card.tsx'
import { EmptyState } from '#src/shared/ui/EmptyState.tsx'
import { Progress } from '#src/shared/ui/Progress.tsx'
import type { Dashboard } from './types.ts'

type Row = Dashboard['course_rows'][number]

/** Each course with its learners: a table, and cards where there is no room for one. */
export const CourseRows = ({ rows }: { rows: readonly Row[] }) => {
  const { t } = useTranslation('dashboard')
  return (
    <section aria-labelledby="dashboard-courses">
      <Card pad="none">
        <h2 id="dashboard-courses" className="p-4 text-lg font-semibold text-ink sm:px-6 sm:pt-5">
          {t('courses.title')}
        </h2>
        {rows.length === 0 ? (
          <EmptyState title={t('courses.empty')} text={t('courses.emptyHint')} />
        ) : (
          <CourseTable rows={rows} />
        )}
      </Card>
    </section>
  )
}

const CourseTable = ({ rows }: { rows: readonly Row[] }) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const head = 'px-6 py-2.5 font-medium'
  const cell = 'flex items-center justify-between gap-4 py-1 tabular-nums sm:table-cell sm:px-6 sm:py-3'
  return (
    // Tables lose their roles when CSS lays them out otherwise: they are given back by name.
    <table role="table" className="block w-full text-sm sm:table">
      <thead role="rowgroup" className="sr-only sm:not-sr-only sm:table-header-group">
        <tr role="row" className="border-y border-line text-ink-muted">
          <th role="columnheader" scope="col" className={`${head} text-start`}>
            {t('courses.course')}
          </th>
          <th role="columnheader" scope="col" className={`${head} text-end`}>
            {t('courses.students')}
          </th>
          <th role="columnheader" scope="col" className={`${head} w-56 text-start`}>
            {t('courses.average')}
          </th>
          <th role="columnheader" scope="col" className={`${head} text-end`}>
            {t('courses.completions')}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="block sm:table-row-group">
        {rows.map((row) => (
          <tr
            key={row.id}
            role="row"
            className="block border-t border-line px-4 py-3 sm:table-row sm:border-t-0 sm:border-b sm:last:border-b-0"
          >
            <th role="rowheader" scope="row" className="block py-1 text-start sm:table-cell sm:px-6 sm:py-3">
              <Link
                to={paths.course(row.id)}
                dir="auto"
                className="inline-flex min-h-6 items-center font-medium text-primary-text hover:underline"
              >
                {row.title}
              </Link>
            </th>
            <td role="cell" className={`${cell} sm:text-end`}>
              <CellName text={t('courses.students')} />
              {formatNumber(row.students, language)}
            </td>
            <td role="cell" className={cell}>
              <CellName text={t('courses.average')} />
              <span className="flex items-center gap-3">
                <Progress
                  value={row.average_percent}
                  label={t('courses.average')}
                  size="sm"
                  className="w-24 sm:w-32"
                />
                {t('courses.percent', { percent: row.average_percent })}
              </span>
            </td>
            <td role="cell" className={`${cell} sm:text-end`}>
              <CellName text={t('courses.completions')} />
              {formatNumber(row.completions, language)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The column's name beside each value, on cards only. */
const CellName = ({ text }: { text: string }) => (
  <span aria-hidden="true" className="text-ink-muted sm:hidden">
    {text}
  </span>
)
