import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orderStandings, type ProgrammeOrder } from '#contract/money/admin-programmes.ts'
import { programmeSlugs } from '#contract/money/programme-slugs.ts'
import { FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { OrderTable } from './OrderTable.tsx'
import { ORDER_FILTERS, ORDERS_PER_PAGE, ordersQuery, type OrderFilters } from './orders.queries.ts'

/** What people bought of programmes, with what is paid and open. */
export const OrderList = () => {
  const { t } = useTranslation('money')
  const list = useListFilters(ORDER_FILTERS)
  const orders = useQuery(ordersQuery(list.filters))
  return (
    <ListShell
      list={list}
      query={orders}
      page={orders.data}
      perPage={ORDERS_PER_PAGE}
      search={t('orders.search')}
      searchClassName="col-span-2 sm:min-w-64 sm:flex-1"
      filtersClassName="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:items-end"
      filtersLabel={t('orders.filters')}
      filters={<Fields filters={list.filters} onChange={list.change} />}
      countText={(count) => t('orders.count', { count })}
      texts={{
        loading: t('orders.loading'),
        failed: t('orders.failed'),
        empty: { title: t('orders.empty'), text: t('orders.emptyHint') },
        none: t('orders.none'),
      }}
      skeleton={{ rows: 6, className: 'h-16' }}
    >
      {(rows: readonly ProgrammeOrder[]) => <OrderTable orders={rows} />}
    </ListShell>
  )
}

type FieldsProps = { filters: OrderFilters; onChange: (changes: Partial<OrderFilters>) => void }

const Fields = ({ filters, onChange }: FieldsProps) => {
  const { t } = useTranslation('money')
  return (
    <>
      <FilterSelect
        label={t('orders.standing')}
        className="sm:w-44"
        all={t('filters.all')}
        value={filters.standing}
        options={orderStandings.map((value) => ({ value, label: t(`orders.standings.${value}`) }))}
        onChange={(standing) => onChange({ standing })}
      />
      <FilterSelect
        label={t('row.programme')}
        className="sm:w-44"
        all={t('filters.all')}
        value={filters.programme}
        options={programmeSlugs.map((value) => ({ value, label: t(`orders.slug.${value}`) }))}
        onChange={(programme) => onChange({ programme })}
      />
    </>
  )
}
