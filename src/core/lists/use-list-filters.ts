import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ListSchema, SearchAndPage } from './list-filters.ts'

export interface ListFilters<V extends object> {
  filters: V & SearchAndPage
  isNarrowed: boolean
  /** Any change but that of the page leads to the first page. */
  change: (changes: Partial<V & SearchAndPage>) => void
  clear: () => void
}

/** The filters of a list in the address. Other parameters of the address stay. */
export const useListFilters = <V extends object>(schema: ListSchema<V>): ListFilters<V> => {
  const [address, setAddress] = useSearchParams()
  const filters = schema.read(address)
  /** Ahead of `address` while the page for a former change is still being rendered. */
  const newest = useRef(address)
  useEffect(() => {
    newest.current = address
  }, [address])
  const change = (changes: Partial<V & SearchAndPage>) => {
    const others = [...newest.current].filter(([name]) => !schema.names.includes(name))
    const own = schema.write({ ...schema.read(newest.current), page: 1, ...changes })
    newest.current = new URLSearchParams([...others, ...Object.entries(own)])
    // A page is a step that "back" undoes; typing and choosing are not.
    setAddress(newest.current, { replace: changes.page === undefined })
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
