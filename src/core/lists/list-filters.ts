/**
 * The filters of a list as they stand in the address, so that back, reload and sharing work. Pure; use-list-filters.ts
 * reads and writes the address.
 */
import { cut } from '#contract/text/truncate.ts'

const SEARCH_MAX = 200
const PAGE_MAX = 100_000

/** One filter. Invalid texts are read as `empty`, and `empty` is left out of the address. */
export interface Filter<T> {
  empty: T
  read: (text: string | null) => T
  /** Whether a value narrows the list. Null: none does, and "Clear filters" keeps it, such as an order. */
  narrows: ((value: T) => boolean) | null
}

/** One value or none. `read` returns null for what it does not know. */
export const optional = <T extends string | number>(
  read: (text: string | null) => T | null,
): Filter<T | null> => ({ empty: null, read, narrows: (value) => value !== null })

export const oneOf = <T extends string>(values: readonly T[]): Filter<T | null> =>
  optional((text) => values.find((value) => value === text) ?? null)

/** Always one value, such as an order: it does not count as a filter. */
export const choice = <T extends string>(values: readonly T[], preset: T): Filter<T> => ({
  empty: preset,
  read: (text) => values.find((value) => value === text) ?? preset,
  narrows: null,
})

export const flag: Filter<boolean> = {
  empty: false,
  read: (text) => text === 'true',
  narrows: (value) => value,
}

export interface SearchAndPage {
  search: string
  page: number
}

export type FiltersOf<S> = S extends ListSchema<infer V> ? V & SearchAndPage : never

export interface ListSchema<V extends object> {
  empty: V & SearchAndPage
  /** The names of its parameters in the address. */
  names: readonly string[]
  read: (address: URLSearchParams) => V & SearchAndPage
  write: (filters: V & SearchAndPage) => Record<string, string>
  isNarrowed: (filters: V & SearchAndPage) => boolean
  /** The first page without any filter that narrows. */
  cleared: (filters: V & SearchAndPage) => V & SearchAndPage
}

const readSearch = (text: string | null) => cut(text ?? '', SEARCH_MAX)

const readPage = (text: string | null) => {
  const page = Number(text ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1
}

const search: Filter<string> = { empty: '', read: readSearch, narrows: (text) => text.trim() !== '' }
const page: Filter<number> = { empty: 1, read: readPage, narrows: null }

type AnyFilter = Filter<unknown>

/** Search, page and the filters of one list. */
export const listSchema = <V extends object>(fields: { [K in keyof V]: Filter<V[K]> }): ListSchema<V> => {
  // The types are checked at the boundary: inside, every filter reads and writes its own value only.
  const all = Object.entries({ search, ...fields, page }) as unknown as (readonly [string, AnyFilter])[]
  const make = (valueOf: (name: string, filter: AnyFilter) => unknown) =>
    Object.fromEntries(all.map(([name, filter]) => [name, valueOf(name, filter)])) as unknown as V &
      SearchAndPage
  const valueIn = (filters: object, name: string) => (filters as Record<string, unknown>)[name]
  return {
    empty: make((_name, filter) => filter.empty),
    names: all.map(([name]) => name),
    read: (address) => make((name, filter) => filter.read(address.get(name))),
    write: (filters) =>
      Object.fromEntries(
        all
          .filter(([name, filter]) => valueIn(filters, name) !== filter.empty)
          .map(([name]) => [name, String(valueIn(filters, name))]),
      ),
    isNarrowed: (filters) => all.some(([name, filter]) => filter.narrows?.(valueIn(filters, name)) ?? false),
    cleared: (filters) =>
      make((name, filter) => (filter.narrows || name === 'page' ? filter.empty : valueIn(filters, name))),
  }
}
