import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { scormStatuses } from '#contract/scorm/scorm.ts'
import { scormOrders, type ScormLesson } from '#contract/grading/scorm-results.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ExportButton } from '#src/core/lists/ExportButton.tsx'
import { ChoiceSelect, FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Stat } from '#src/shared/ui/content/Stat.tsx'
import { exportLearners, resultsQuery, RESULTS_PER_PAGE } from '../api/results.queries.ts'
import { RESULT_FILTERS, type ResultFilters } from '../model/result-filters.ts'
import { ResultTable } from './ResultTable.tsx'

/** Who is enrolled, and how far each learner is in one interactive lesson. */
export const LessonResults = ({ itemId }: { itemId: number }) => {
  const { t } = useTranslation('grading/lessons')
  const list = useListFilters(RESULT_FILTERS)
  const { filters } = list
  const results = useQuery(resultsQuery(itemId, filters))
  const lesson = results.data?.lesson
  const isNotFound = isApiError(results.error) && results.error.status === 404
  return (
    <>
      <Link
        to={adminPaths.lessons}
        className="inline-flex min-h-11 items-center text-sm font-medium text-primary-text hover:underline"
      >
        {t('back')}
      </Link>
      <PageHeader
        title={lesson ? <bdi>{lesson.title}</bdi> : t('title')}
        text={lesson && <LessonFacts lesson={lesson} />}
      />
      {isNotFound ? (
        <EmptyState role="alert" illustration="error" title={t('gone')} text={t('goneHint')} />
      ) : (
        <div className="flex flex-col gap-5">
          {lesson && <Figures lesson={lesson} />}
          <ListShell
            list={list}
            query={results}
            page={results.data}
            perPage={RESULTS_PER_PAGE}
            search={t('filters.search')}
            filtersLabel={t('filters.label')}
            filters={<Filters filters={filters} onChange={list.change} />}
            countText={(count) => t('list.count', { count })}
            actions={
              <ExportButton
                exportFile={() => exportLearners(itemId, filters)}
                texts={{
                  button: t('export.button'),
                  failed: t('export.failed'),
                  done: (rows) => t('export.done', { count: rows }),
                }}
              />
            }
            texts={{
              loading: t('list.loading'),
              failed: t('list.failed'),
              empty: { title: t('list.empty'), text: t('list.emptyHint') },
              none: t('list.none'),
            }}
            skeleton={{ rows: 6, className: 'h-12' }}
          >
            {(rows) => <ResultTable rows={rows} />}
          </ListShell>
        </div>
      )}
    </>
  )
}

/** The lesson's course and pass mark. */
const LessonFacts = ({ lesson }: { lesson: ScormLesson }) => {
  const { t } = useTranslation('grading/lessons')
  const language = useLanguage()
  return (
    <>
      <bdi>{lesson.course.title}</bdi>
      {lesson.pass_percent !== null &&
        ` · ${t('toPass', { percent: t('percent', { percent: formatNumber(lesson.pass_percent, language) }) })}`}
    </>
  )
}

const Figures = ({ lesson }: { lesson: ScormLesson }) => {
  const { t } = useTranslation('grading/lessons')
  const language = useLanguage()
  const percent = (value: number) => t('percent', { percent: formatNumber(value, language) })
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat label={t('figures.learners')} value={formatNumber(lesson.learners, language)} />
      <Stat label={t('figures.opened')} value={formatNumber(lesson.opened, language)} />
      <Stat label={t('figures.done')} value={formatNumber(lesson.done, language)} />
      <Stat
        label={t('figures.average')}
        value={lesson.average_percent === null ? '–' : percent(lesson.average_percent)}
      />
    </dl>
  )
}

type FiltersProps = { filters: ResultFilters; onChange: (change: Partial<ResultFilters>) => void }

const Filters = ({ filters, onChange }: FiltersProps) => {
  const { t } = useTranslation('grading/lessons')
  return (
    <>
      <FilterSelect
        label={t('filters.status')}
        all={t('filters.all')}
        value={filters.status}
        options={scormStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
        onChange={(status) => onChange({ status })}
      />
      <ChoiceSelect
        label={t('filters.order')}
        className="sm:w-56"
        value={filters.order}
        options={scormOrders.map((value) => ({ value, label: t(`order.${value}`) }))}
        onChange={(order) => onChange({ order })}
      />
    </>
  )
}
