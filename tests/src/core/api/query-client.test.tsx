import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createQueryClient } from '#src/core/api/query-client.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const KEY = ['reviews', 1]

/** A query whose fetches are answered by hand, one after the other. */
const controlled = () => {
  const fetches: PromiseWithResolvers<string>[] = []
  const queryFn = () => {
    const fetch = Promise.withResolvers<string>()
    fetches.push(fetch)
    return fetch.promise
  }
  return { fetches, queryFn }
}

describe('a change while the first fetch is in flight', () => {
  it('replaces the answer from before it', async () => {
    const { fetches, queryFn } = controlled()
    const client = createQueryClient()
    const Page = () => {
      const { data } = useQuery({ queryKey: KEY, queryFn })
      return (
        <button onClick={() => void client.invalidateQueries({ queryKey: KEY })}>{data ?? 'loading'}</button>
      )
    }
    const { user } = await renderPage(
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>,
    )
    await user.click(screen.getByRole('button', { name: 'loading' }))
    fetches[0]?.resolve('before')
    await expect.poll(() => fetches.length).toBe(2)
    fetches[1]?.resolve('after')
    expect(await screen.findByRole('button', { name: 'after' })).toBeInTheDocument()
  })

  it('marks the answer as stale where no page shows it', async () => {
    const client = createQueryClient()
    const { fetches, queryFn } = controlled()
    const prefetched = client.prefetchQuery({ queryKey: KEY, queryFn })
    const changed = client.invalidateQueries({ queryKey: KEY })
    fetches[0]?.resolve('before')
    await Promise.all([prefetched, changed])
    expect(client.getQueryState(KEY)?.isInvalidated).toBe(true)
  })

  it('leaves other queries alone', async () => {
    const client = createQueryClient()
    const { fetches, queryFn } = controlled()
    const prefetched = client.prefetchQuery({ queryKey: ['other'], queryFn })
    await client.invalidateQueries({ queryKey: KEY })
    fetches[0]?.resolve('other')
    await prefetched
    expect(client.getQueryState(['other'])?.isInvalidated).toBe(false)
  })
})
