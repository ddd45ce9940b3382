import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { scormStatuses } from '#contract/scorm/scorm.ts'
import { scormOrders, type ScormLesson, type ScormResult } from '#contract/grading/scorm-results.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { SearchField } from '#src/shared/ui/forms/SearchField.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Stat } from '#src/shared/ui/content/Stat.tsx'
import { resultsQuery, RESULTS_PER_PAGE } from '../api/results.queries.ts'
import { filtersOf, writeFilters, type ResultFilters } from '../model/result-filters.ts'
import { ExportButton } from './ExportButton.tsx'
import { ResultTable } from './ResultTable.tsx'

/** Who is enrolled, and how far each is in one interactive lesson. */
export const LessonResults = ({ itemId }: { itemId: number }) => {
  const { t } = useTranslation('grading/lessons')
  const online = useOnline()
  const [address, setAddress] = useSearchParams()
  const filters = filtersOf(address)
  const list = useQuery(resultsQuery(itemId, filters))
  const show = (change: Partial<ResultFilters>) =>
    setAddress(
      { item: String(itemId), ...writeFilters({ ...filters, page: 1, ...change }) },
      { replace: change.page === undefined },
    )
  const lesson = list.data?.lesson
  const gone = isApiError(list.error) && list.error.status === 404
  return (
    <>
      <Link
        to={paths.adminLessons}
        className="inline-flex min-h-11 items-center text-sm font-medium text-primary-text hover:underline"
      >
        {t('back')}
      </Link>
      <PageHeader
        title={lesson ? <bdi>{lesson.title}</bdi> : t('title')}
        text={lesson && <Place lesson={lesson} />}
      />
      {gone ? (
        <EmptyState role="alert" illustration="error" title={t('gone')} text={t('goneHint')} />
      ) : (
        <div className="flex flex-col gap-5">
          {lesson && <Figures lesson={lesson} />}
          <Filters filters={filters} onChange={show} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-sm text-ink-muted">
              {list.data && t('list.count', { count: list.data.count })}
            </p>
            <ExportButton itemId={itemId} filters={filters} />
          </div>
          <ListState<ScormResult>
            items={list.data?.results}
            failed={list.isError}
            offline={!online}
            filtered={filters.search !== '' || filters.status !== null}
            loadingLabel={t('list.loading')}
            skeleton={<SkeletonText lines={8} />}
            empty={{ title: t('list.empty'), text: t('list.emptyHint') }}
            emptyFiltered={{
              title: t('list.none'),
              clearLabel: t('clear'),
              onClear: () => show({ search: '', status: null }),
            }}
            error={{ title: t('list.failed'), retryLabel: t('retry'), onRetry: () => void list.refetch() }}
            offlineMessage={{ title: t('offline') }}
          >
            {(rows) => <ResultTable rows={rows} />}
          </ListState>
          <Pagination
            page={filters.page}
            pages={Math.ceil((list.data?.count ?? 0) / RESULTS_PER_PAGE)}
            texts={{
              label: t('pages.label'),
              previous: t('pages.previous'),
              next: t('pages.next'),
              page: (number) => t('pages.page', { number }),
            }}
            onPage={(page) => show({ page })}
          />
        </div>
      )}
    </>
  )
}

/** Which course it belongs to, and what has to be reached. */
const Place = ({ lesson }: { lesson: ScormLesson }) => {
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
    <div
      role="search"
      aria-label={t('filters.label')}
      className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-end"
    >
      <SearchField
        label={t('filters.search')}
        value={filters.search}
        onChange={(search) => onChange({ search })}
      />
      <Field label={t('filters.status')} className="sm:w-52">
        {(control) => (
          <Select
            {...control}
            value={filters.status ?? 'all'}
            options={[
              { value: 'all', label: t('filters.all') },
              ...scormStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
            ]}
            onChange={(next) => onChange({ status: scormStatuses.find((known) => known === next) ?? null })}
          />
        )}
      </Field>
      <Field label={t('filters.order')} className="sm:w-56">
        {(control) => (
          <Select
            {...control}
            value={filters.order}
            options={scormOrders.map((value) => ({ value, label: t(`order.${value}`) }))}
            onChange={(order) => onChange({ order })}
          />
        )}
      </Field>
    </div>
  )
}
