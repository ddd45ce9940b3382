import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import type { Dashboard } from './types.ts'

type Row = Dashboard['course_rows'][number]

/** The courses with their learners: a table on wide screens, cards on narrow ones. */
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
          <>
            <CourseTable rows={rows} />
            <CourseCards rows={rows} />
          </>
        )}
      </Card>
    </section>
  )
}

const CourseTable = ({ rows }: { rows: readonly Row[] }) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const head = 'px-6 py-2.5 font-medium'
  const cell = 'px-6 py-3 tabular-nums'
  return (
    <table className="hidden w-full text-sm sm:table">
      <thead>
        <tr className="border-y border-line text-ink-muted">
          <th scope="col" className={`${head} text-start`}>
            {t('courses.course')}
          </th>
          <th scope="col" className={`${head} text-end`}>
            {t('courses.students')}
          </th>
          <th scope="col" className={`${head} w-56 text-start`}>
            {t('courses.average')}
          </th>
          <th scope="col" className={`${head} text-end`}>
            {t('courses.completions')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="border-b border-line last:border-b-0">
            <th scope="row" className="px-6 py-3 text-start">
              <CourseLink row={row} />
            </th>
            <td className={`${cell} text-end`}>{formatNumber(row.students, language)}</td>
            <td className={cell}>
              <Average row={row} />
            </td>
            <td className={`${cell} text-end`}>{formatNumber(row.completions, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const CourseCards = ({ rows }: { rows: readonly Row[] }) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const line = 'flex items-center justify-between gap-4 py-1'
  return (
    <ul className="text-sm sm:hidden">
      {rows.map((row) => (
        <li key={row.id} className="border-t border-line px-4 py-3">
          <CourseLink row={row} />
          <dl className="mt-1 tabular-nums">
            <div className={line}>
              <dt className="text-ink-muted">{t('courses.students')}</dt>
              <dd>{formatNumber(row.students, language)}</dd>
            </div>
            <div className={line}>
              <dt className="text-ink-muted">{t('courses.average')}</dt>
              <dd>
                <Average row={row} />
              </dd>
            </div>
            <div className={line}>
              <dt className="text-ink-muted">{t('courses.completions')}</dt>
              <dd>{formatNumber(row.completions, language)}</dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  )
}

const CourseLink = ({ row }: { row: Row }) => (
  <Link
    to={paths.course(row.id)}

    className="inline-flex min-h-6 items-center font-medium text-primary-text hover:underline pointer-coarse:min-h-11"
  >
    <bdi>{row.title}</bdi>
  </Link>
)

const Average = ({ row }: { row: Row }) => {
  const { t } = useTranslation('dashboard')
  return (
    <span className="flex items-center gap-3">
      <Progress
        value={row.average_percent}
        label={`${t('courses.average')}: ${row.title}`}
        size="sm"
        className="w-24 sm:w-32"
      />
      {t('courses.percent', { percent: row.average_percent })}
    </span>
  )
}
