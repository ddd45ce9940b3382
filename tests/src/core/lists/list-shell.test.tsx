import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { listSchema, oneOf } from '#src/core/lists/list-filters.ts'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const PER_PAGE = 2
const NAMES = ['Ada', 'Ben', 'Cem', 'Dan', 'Eve']
const schema = listSchema({ group: oneOf(['old', 'young']) })

type Answer = { results: string[]; count: number } | undefined
type Props = {
  answer?: (query: { search: string; page: number }) => Answer
  isError?: boolean
  refetch?: () => void
}

const findNames = ({ search, page }: { search: string; page: number }): Answer => {
  const matching = NAMES.filter((name) => name.toLowerCase().includes(search.trim().toLowerCase()))
  return { results: matching.slice((page - 1) * PER_PAGE, page * PER_PAGE), count: matching.length }
}

const People = ({ answer = findNames, isError = false, refetch = () => undefined }: Props) => {
  const list = useListFilters(schema)
  return (
    <ListShell
      list={list}
      query={{ isError, refetch }}
      page={answer(list.filters)}
      perPage={PER_PAGE}
      search="Name"
      filters={
        <FilterSelect
          label="Group"
          all="All groups"
          value={list.filters.group}
          options={[
            { value: 'old', label: 'Old' },
            { value: 'young', label: 'Young' },
          ]}
          onChange={(group) => list.change({ group })}
        />
      }
      countText={(count) => `${count} people`}
      texts={{
        loading: 'Loading people',
        failed: 'Failed',
        empty: { title: 'Nobody yet' },
        none: 'No match',
      }}
      skeleton={{ rows: 2, className: 'h-8' }}
    >
      {(names) => (
        <ul>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </ListShell>
  )
}
const open = (query = '', props: Props = {}) => renderPage(<People {...props} />, { path: `/people${query}` })
const names = () => screen.getAllByRole('listitem').map((item) => item.textContent)

describe('list shell', () => {
  it('shows the page, the search and the filter of the address', async () => {
    await open('?search=e&page=2&group=old')

    expect(await screen.findByText('Eve')).toBeVisible()
    expect(screen.getByRole('searchbox', { name: 'Name' })).toHaveValue('e')
    expect(screen.getByRole('combobox', { name: 'Group' })).toHaveTextContent('Old')
    expect(screen.getByRole('status')).toHaveTextContent('3 people')
  })

  it('keeps a page in the history and returns to page 1 for a search', async () => {
    const { user, address } = await open('?tab=people')

    await user.click(await screen.findByRole('button', { name: 'Page 3' }))
    expect(address()).toBe('/people?tab=people&page=3')
    expect(screen.getByText('Eve')).toBeVisible()

    await user.type(screen.getByRole('searchbox'), 'b')
    expect(await screen.findByText('Ben')).toBeVisible()
    expect(address()).toBe('/people?tab=people&search=b')
  })

  it('clears filters, search and page, and keeps other parameters', async () => {
    const { user, address } = await open('?tab=people&search=e&group=young&page=2')

    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))

    expect(address()).toBe('/people?tab=people')
    expect(names()).toContain('Ada')
    expect(screen.getByRole('searchbox')).toHaveValue('')
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  })

  it('chooses a filter and takes it back', async () => {
    const { user, address } = await open()

    await user.click(await screen.findByRole('combobox', { name: 'Group' }))
    await user.click(await screen.findByRole('option', { name: 'Young' }))
    expect(address()).toBe('/people?group=young')
    await user.click(screen.getByRole('combobox', { name: 'Group' }))
    await user.click(await screen.findByRole('option', { name: 'All groups' }))
    expect(address()).toBe('/people')
  })

  it('tells an empty list from one that no row matches', async () => {
    const { unmount } = await open('', { answer: () => ({ results: [], count: 0 }) })
    expect(await screen.findByText('Nobody yet')).toBeVisible()
    unmount()

    await open('?search=zz')
    expect(await screen.findByText('No match')).toBeVisible()
  })

  it('shows loading and a failure with a retry', async () => {
    const { unmount } = await open('', { answer: () => undefined })
    expect(await screen.findByText('Loading people')).toBeInTheDocument()
    unmount()

    const refetch = vi.fn<() => void>()
    const { user } = await open('', { answer: () => undefined, isError: true, refetch })
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(refetch).toHaveBeenCalledOnce()
  })
})
