import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '#src/shared/ui/forms/SearchField.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import type { SearchAndPage } from './list-filters.ts'
import { ListStates, type ListStatesProps } from './ListStates.tsx'

interface List {
  filters: SearchAndPage
  isNarrowed: boolean
  change: (changes: Partial<SearchAndPage>) => void
  clear: () => void
}

type FilterProps = {
  /** From `useListFilters`. */
  list: List
  /** The label of the search field. */
  search?: string
  searchClassName?: string
  filters?: ReactNode
  filtersLabel?: string
  /** The grid or row of search and filters. */
  filtersClassName?: string
  /** Below the row of filters. */
  moreFilters?: ReactNode
}

type Props<Row> = FilterProps &
  Required<Pick<ListStatesProps<Row>, 'query' | 'texts' | 'skeleton' | 'children'>> & {
    /** One page of rows, and how many rows all pages have. */
    page: { results: readonly Row[]; count: number } | undefined
    perPage: number
    /** "12 attempts". With it, "Clear filters" stands above the list as well. */
    countText?: (count: number) => string
    actions?: ReactNode
  }

/** A list with search, filters, count and pages. What narrows it stands in the address. */
export const ListShell = <Row,>(props: Props<Row>) => {
  const { list, page, countText, actions } = props
  const { t } = useTranslation('shared/list')
  return (
    <div className="flex flex-col gap-5">
      <Filters {...props} />
      {(countText || actions) && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-sm text-ink-muted">
            {page && countText?.(page.count)}
            {list.isNarrowed && (
              <button
                type="button"
                className="ms-3 inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
                onClick={list.clear}
              >
                {t('clear')}
              </button>
            )}
          </p>
          {actions}
        </div>
      )}
      <ListStates
        rows={page?.results}
        query={props.query}
        texts={props.texts}
        skeleton={props.skeleton}
        isNarrowed={list.isNarrowed}
        onClear={list.clear}
      >
        {props.children}
      </ListStates>
      <Pagination
        page={list.filters.page}
        pages={Math.ceil((page?.count ?? 0) / props.perPage)}
        texts={{
          label: t('pages'),
          previous: t('previousPage'),
          next: t('nextPage'),
          page: (number) => t('page', { number }),
        }}
        onPage={(number) => list.change({ page: number })}
      />
    </div>
  )
}

const ROW = 'flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-end'

const Filters = ({ list, search, searchClassName, filters, ...props }: FilterProps) => {
  if (search === undefined && filters === undefined) return null
  return (
    <div role="search" aria-label={props.filtersLabel} className="flex flex-col gap-4">
      <div className={props.filtersClassName ?? ROW}>
        {search !== undefined && (
          <SearchField
            label={search}
            {...(searchClassName !== undefined && { className: searchClassName })}
            value={list.filters.search}
            onChange={(text) => list.change({ search: text })}
          />
        )}
        {filters}
      </div>
      {props.moreFilters}
    </div>
  )
}
