import { useSearchParams } from 'react-router-dom'
import type { ListSchema, SearchAndPage } from './list-filters.ts'

export interface ListFilters<V extends object> {
  filters: V & SearchAndPage
  isNarrowed: boolean
  /** Any change that does not name the page leads to the first page. */
  change: (changes: Partial<V & SearchAndPage>) => void
  clear: () => void
}

/** The filters of a list in the address. Other parameters of the address stay. */
export const useListFilters = <V extends object>(schema: ListSchema<V>): ListFilters<V> => {
  const [address, setAddress] = useSearchParams()
  const filters = schema.read(address)
  const change = (changes: Partial<V & SearchAndPage>) => {
    const others = [...address].filter(([name]) => !schema.names.includes(name))
    const own = schema.write({ ...filters, page: 1, ...changes })
    // Another page is a step that "back" undoes; typing and choosing are not.
    const isStep = changes.page !== undefined && changes.page !== filters.page
    setAddress([...others, ...Object.entries(own)], { replace: !isStep })
  }
  return {
    filters,
    isNarrowed: schema.isNarrowed(filters),
    change,
    clear: () => {
      const { page: _first, ...cleared } = schema.cleared(filters)
      change(cleared as unknown as Partial<V & SearchAndPage>)
    },
  }
}
