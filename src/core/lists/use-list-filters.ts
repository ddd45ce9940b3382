import { useEffect, useRef } from 'react'
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
  /** Ahead of `address` while the page for a former change is still being rendered. */
  const newest = useRef(address)
  useEffect(() => {
    newest.current = address
  }, [address])
  const change = (changes: Partial<V & SearchAndPage>) => {
    const before = schema.read(newest.current)
    const others = [...newest.current].filter(([name]) => !schema.names.includes(name))
    const own = schema.write({ ...before, page: 1, ...changes })
    newest.current = new URLSearchParams([...others, ...Object.entries(own)])
    // Another page is a step that "back" undoes; typing and choosing are not.
    const isStep = changes.page !== undefined && changes.page !== before.page
    setAddress(newest.current, { replace: !isStep })
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
