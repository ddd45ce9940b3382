import { act } from '@testing-library/react'
import { expect, it } from 'vitest'
import { flag, listSchema } from '#src/core/lists/list-filters.ts'
import { useListFilters, type ListFilters } from '#src/core/lists/use-list-filters.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const schema = listSchema({ remote: flag, saved: flag })
type Filters = Parameters<ListFilters<{ remote: boolean; saved: boolean }>['change']>[0]

const open = async (path: string) => {
  let change: (changes: Filters) => void = () => undefined
  const Page = () => {
    change = useListFilters(schema).change
    return null
  }
  const { address } = await renderPage(<Page />, { path })
  return { change: (changes: Filters) => change(changes), address }
}

it('keeps a change that is not on the screen yet when the next one comes', async () => {
  const { change, address } = await open('/jobs?tab=all&page=3')
  act(() => {
    change({ search: 'sql' })
    change({ remote: true })
  })
  expect(address()).toBe('/jobs?tab=all&search=sql&remote=true')
})

it('starts from the address again after somebody went elsewhere', async () => {
  const { change, address } = await open('/jobs?saved=true')
  act(() => change({ saved: false }))
  act(() => change({ remote: true }))
  expect(address()).toBe('/jobs?remote=true')
})
