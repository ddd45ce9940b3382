import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { flag, listSchema } from '#src/core/lists/list-filters.ts'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const schema = listSchema({ remote: flag, saved: flag })

const Page = () => {
  const { change } = useListFilters(schema)
  const searchThenFilter = () => {
    change({ search: 'sql' })
    change({ remote: true })
  }
  return (
    <>
      <button onClick={searchThenFilter}>Both</button>
      <button onClick={() => change({ saved: false })}>All</button>
      <button onClick={() => change({ remote: true })}>Remote</button>
    </>
  )
}

it('keeps a change that is not on the screen yet when the next one comes', async () => {
  const { user, address } = await renderPage(<Page />, { path: '/jobs?tab=all&page=3' })
  await user.click(screen.getByText('Both'))
  expect(address()).toBe('/jobs?tab=all&search=sql&remote=true')
})

it('starts from the address on the screen', async () => {
  const { user, address } = await renderPage(<Page />, { path: '/jobs?saved=true' })
  await user.click(screen.getByText('All'))
  await user.click(screen.getByText('Remote'))
  expect(address()).toBe('/jobs?remote=true')
})
