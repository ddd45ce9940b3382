import { useTranslation } from 'react-i18next'
import { applicationStates } from '#contract/job-applications/applications.ts'
import { ChoiceSelect, FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import type { ListFilters } from '#src/core/lists/use-list-filters.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { SearchField } from '#src/shared/ui/forms/SearchField.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { boardOrders, boardViews, type BoardFilters } from '../model/recruit-filters.ts'

type Props = { list: ListFilters<Omit<BoardFilters, 'search' | 'page'>> }

/** Search, order and view of the applications. */
export const BoardFilterRow = ({ list }: Props) => {
  const { t } = useTranslation('recruiting')
  const { filters, change } = list
  return (
    <div role="search" className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <SearchField
        label={t('board.search')}
        value={filters.search}
        onChange={(search) => change({ search })}
        className="col-span-2 sm:w-64"
      />
      {filters.view === 'list' && (
        <FilterSelect
          label={t('board.state')}
          all={t('board.allStates')}
          value={filters.state}
          options={applicationStates.map((value) => ({ value, label: t(`states.${value}`) }))}
          onChange={(state) => change({ state })}
          className="sm:w-44"
        />
      )}
      <ChoiceSelect
        label={t('board.order')}
        value={filters.order}
        options={boardOrders.map((value) => ({ value, label: t(`board.orders.${value}`) }))}
        onChange={(order) => change({ order })}
        className="sm:w-44"
      />
      <Segmented
        legend={t('board.view')}
        value={filters.view}
        options={boardViews.map((value) => ({ value, label: t(`board.views.${value}`) }))}
        onChange={(view) => change({ view, state: null })}
        className={cx('sm:ms-auto sm:w-48', filters.view === 'list' && 'col-span-2')}
      />
    </div>
  )
}
