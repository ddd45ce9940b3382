import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import {
  assessmentShelves,
  type AssessmentShelf,
  type AuthoredLine,
} from '#contract/assessments/admin/authoring.ts'
import { cut } from '#contract/text/truncate.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { formatDate, formatRelative } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { SearchField } from '#src/shared/ui/forms/SearchField.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import {
  ASSESSMENTS_PER_PAGE,
  authoredListQuery,
  useArchive,
  type AuthoredFilters,
} from '../../api/authoring.queries.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { AssessmentMenu } from './AssessmentMenu.tsx'
import { UndoBar } from './UndoBar.tsx'

const filtersOf = (searchParams: URLSearchParams): AuthoredFilters => {
  const page = Number(searchParams.get('page') ?? 1)
  return {
    search: cut(searchParams.get('search') ?? '', 200),
    status: assessmentShelves.find((value) => value === searchParams.get('status')) ?? null,
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

/** The tenant's assessments, last changed first. */
export const AuthoredList = () => {
  const { t } = useTranslation('assessments/admin/authoring')
  const [searchParams, setSearchParams] = useSearchParams()
  const filters = filtersOf(searchParams)
  const list = useQuery(authoredListQuery(filters))
  const online = useOnline()
  const archive = useArchive()
  const [archivedItem, setArchivedItem] = useState<{ id: number; title: string } | null>(null)
  const applyFilters = (change: Partial<AuthoredFilters>) => {
    const { search, status, page } = { ...filters, page: 1, ...change }
    setSearchParams(
      {
        ...(search === '' ? {} : { search }),
        ...(status ? { status } : {}),
        ...(page > 1 ? { page: String(page) } : {}),
      },
      { replace: change.page === undefined },
    )
  }
  const createLink = (
    <Link to={`${paths.adminAssessments}?assessment=new`} className={buttonClass()}>
      <Plus aria-hidden="true" size={18} />
      {t('list.create')}
    </Link>
  )
  return (
    <>
      <PageHeader title={t('list.title')} text={t('list.intro')} actions={createLink} />
      <FilterBar filters={filters} counts={list.data?.counts} onChange={applyFilters} />
      <ListState
        items={list.data?.results}
        failed={list.isError}
        offline={!online}
        filtered={filters.search.trim() !== '' || (filters.status !== null && filters.status !== 'archived')}
        loadingLabel={t('list.loading')}
        skeleton={<Skeletons />}
        empty={
          filters.status === 'archived'
            ? { title: t('list.noneArchived') }
            : { title: t('list.empty'), text: t('list.emptyHint'), action: createLink }
        }
        emptyFiltered={{
          title: t('list.none'),
          clearLabel: t('list.clear'),
          onClear: () => applyFilters({ search: '', status: null }),
        }}
        error={{ title: t('list.failed'), retryLabel: t('retry'), onRetry: () => void list.refetch() }}
        offlineMessage={{ title: t('list.offline') }}
      >
        {(items) => (
          <ul className="flex flex-col gap-3">
            {items.map((line) => (
              <li key={line.id}>
                <Line
                  line={line}
                  now={list.dataUpdatedAt}
                  onArchived={(title) => setArchivedItem({ id: line.id, title })}
                />
              </li>
            ))}
          </ul>
        )}
      </ListState>
      <Pagination
        page={filters.page}
        pages={Math.ceil((list.data?.count ?? 0) / ASSESSMENTS_PER_PAGE)}
        texts={{
          label: t('list.pages'),
          previous: t('list.previousPage'),
          next: t('list.nextPage'),
          page: (number) => t('list.page', { page: number }),
        }}
        onPage={(page) => applyFilters({ page })}
      />
      <UndoBar
        title={archivedItem?.title ?? null}
        pending={archive.isPending}
        onHide={() => setArchivedItem(null)}
        onUndo={() => {
          if (archivedItem)
            archive.mutate(
              { id: archivedItem.id, archived: false },
              { onSuccess: () => setArchivedItem(null) },
            )
        }}
      />
    </>
  )
}

type BarProps = {
  filters: AuthoredFilters
  counts: Record<AssessmentShelf, number> | undefined
  onChange: (change: Partial<AuthoredFilters>) => void
}

const FilterBar = ({ filters, counts, onChange }: BarProps) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const { number } = useLocalized()
  return (
    <div role="search" aria-label={t('list.filter')} className="mb-5 flex flex-col gap-3 sm:flex-row">
      <SearchField
        label={t('list.search')}
        className="sm:w-96"
        value={filters.search}
        onChange={(search) => onChange({ search })}
      />
      <Field label={t('list.show')} className="sm:w-56">
        {(control) => (
          <Select
            {...control}
            value={filters.status ?? 'all'}
            options={[
              { value: 'all' as const, label: t('list.all') },
              ...assessmentShelves.map((status) => ({
                value: status,
                label: counts
                  ? t('list.statusCount', { status: t(`status.${status}`), number: number(counts[status]) })
                  : t(`status.${status}`),
              })),
            ]}
            onChange={(status) => onChange({ status: status === 'all' ? null : status })}
          />
        )}
      </Field>
    </div>
  )
}

type LineProps = { line: AuthoredLine; now: number; onArchived: (title: string) => void }

const Line = ({ line, now, onArchived }: LineProps) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const { language, local } = useLocalized()
  const title = local(line.titles, line.language)
  const formatTime = (iso: string) => formatDate(iso, language, { time: true })
  return (
    <article
      aria-labelledby={`assessment-${line.id}`}
      className="card relative flex flex-col gap-2 p-4 pe-16"
    >
      <h2 id={`assessment-${line.id}`} className="text-lg font-semibold">
        <Link
          to={`${paths.adminAssessments}?assessment=${line.id}`}
          className="break-words after:absolute after:inset-0 after:rounded-xl hover:underline"
        >
          <bdi>{title}</bdi>
        </Link>
      </h2>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-muted">
        <Badge tone={line.status === 'active' ? 'success' : 'neutral'}>
          {t(`status.${line.archived ? 'archived' : line.status}`)}
        </Badge>
        {line.variant === 'short' && <Badge tone="primary">{t('variant.short')}</Badge>}
        {!line.complete && <Badge tone="warning">{t('list.incomplete')}</Badge>}
        <span>{t('list.questions', { count: line.questions })}</span>
        <span>{t('list.minutes', { count: line.duration_minutes })}</span>
        {line.attempts > 0 && <span>{t('list.attempts', { count: line.attempts })}</span>}
        {line.opens_at && <span>{t('list.opens', { when: formatTime(line.opens_at) })}</span>}
        {line.closes_at && <span>{t('list.closes', { when: formatTime(line.closes_at) })}</span>}
        <span>{t('list.changed', { when: formatRelative(line.updated_at, language, now) })}</span>
      </p>
      <div className="absolute end-2 top-2">
        <AssessmentMenu line={line} title={title} onArchived={() => onArchived(title)} />
      </div>
    </article>
  )
}

const Skeletons = () => (
  <div className="flex flex-col gap-3">
    {[1, 2, 3].map((key) => (
      <Skeleton key={key} className="h-24 rounded-xl" />
    ))}
  </div>
)
