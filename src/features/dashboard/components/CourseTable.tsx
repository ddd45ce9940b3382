import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { COURSES_SLUG } from '#contract/client-info/feature-slugs.ts'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { formatNumber, formatPercent } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { lessonsLink, rowsLink } from '../model/links.ts'
import type { Dashboard } from '../model/dashboard.ts'

type Course = Dashboard['courses'][number]

/** The largest ones first; the others on request. */
const SHOWN = 6

/** The courses side by side, with all their learners so far. */
export const CourseTable = ({ courses }: { courses: readonly Course[] }) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const isOff = useAppSelector((state) => isFeatureOff(selectClientInfo(state), COURSES_SLUG))
  const columns = useColumns()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? courses : courses.slice(0, SHOWN)
  if (isOff) return null
  return (
    <section aria-labelledby="dashboard-courses">
      <h2 id="dashboard-courses" className="text-lg font-semibold text-ink">
        {t('courses.title')}
      </h2>
      <p className="mb-3 text-sm text-ink-muted">{t('courses.note')}</p>
      {courses.length === 0 ? (
        <EmptyState title={t('courses.empty')} text={t('courses.emptyHint')} />
      ) : (
        <RowTable label={t('courses.title')} columns={columns} rows={shown} keyOf={({ id }) => id} />
      )}
      {shown.length < courses.length && (
        <Button variant="ghost" data-no-print="" className="mt-3" onClick={() => setWhole(true)}>
          {t('courses.all', { number: formatNumber(courses.length, language) })}
        </Button>
      )}
    </section>
  )
}

const LINK =
  'inline-flex min-h-6 items-center text-primary-text tabular-nums hover:underline pointer-coarse:min-h-11'

const useColumns = (): Column<Course>[] => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const [address] = useSearchParams()
  return useMemo(() => {
    const number = (
      kind: 'learners' | 'started' | 'finished',
      value: (course: Course) => number,
    ): Column<Course> => ({
      key: kind,
      title: t(`courses.${kind}`),
      end: true,
      cell: (course) => (
        <Link className={LINK} to={rowsLink(address, { kind, course: course.id })}>
          {formatNumber(value(course), language)}
        </Link>
      ),
    })
    return [
      {
        key: 'title',
        title: t('courses.course'),
        names: true,
        cell: (course) => (
          <Link className={`${LINK} font-medium`} to={lessonsLink(address, course.id)}>
            <bdi>{course.title}</bdi>
          </Link>
        ),
      },
      number('learners', ({ learners }) => learners),
      number('started', ({ started }) => started),
      number('finished', ({ completed }) => completed),
      {
        key: 'average',
        title: t('courses.average'),
        cell: (course) => (
          <span className="flex items-center gap-3">
            <Progress
              value={course.average_percent}
              label={`${t('courses.average')}: ${course.title}`}
              size="sm"
              className="w-20 sm:w-28"
            />
            {formatPercent(course.average_percent / 100, language)}
          </span>
        ),
      },
    ]
  }, [t, language, address])
}
