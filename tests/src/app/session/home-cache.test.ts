import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clearHomeCache, persistHomeCache, restoreHomeCache } from '#src/app/session/home-cache.ts'
import { signIn } from '#src/core/session/session.ts'
import { aClient, aPage, aSignedIn } from '#tests/support/server/client.ts'

const disk = vi.hoisted(() => new Map<string, unknown>())
vi.mock('#src/core/storage/idb.ts', () => ({
  idbGet: (key: string) => Promise.resolve(disk.get(key) ?? null),
  idbPut: (key: string, value: unknown) => Promise.resolve(Boolean(disk.set(key, structuredClone(value)))),
  idbDelete: (key: string) => Promise.resolve(disk.delete(key)),
}))

const HOME = ['learning-home']
const waitForWrite = () => new Promise((resolve) => setTimeout(resolve, 1100))

beforeEach(async () => {
  disk.clear()
  aPage(aClient())
  await signIn(aSignedIn())
})

const visit = async (write: (client: QueryClient) => void) => {
  const client = new QueryClient()
  const stop = persistHomeCache(client)
  write(client)
  await waitForWrite()
  stop()
}
const restore = async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 300_000 } } })
  await restoreHomeCache(client)
  return client
}

describe('home cache', () => {
  it('restores stale data at once for the same person', async () => {
    await visit((client) => client.setQueryData(HOME, { greeting: 'hello' }))
    const client = await restore()
    expect(client.getQueryData(HOME)).toEqual({ greeting: 'hello' })
    expect(client.getQueryState(HOME)?.dataUpdatedAt).toBe(0)
  })

  it('stores the data of a visit shorter than a second', async () => {
    const client = new QueryClient()
    const stop = persistHomeCache(client)
    client.setQueryData(HOME, { greeting: 'hello' })
    expect(disk.has('home_answers')).toBe(false)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(disk.has('home_answers')).toBe(true))
    stop()
    vi.restoreAllMocks()
  })

  it('shows nothing to another person and deletes the data', async () => {
    await visit((client) => client.setQueryData(HOME, { greeting: 'hello' }))
    const stored = disk.get('home_answers')
    await signIn(aSignedIn({ id: 4711 }))
    disk.set('home_answers', stored)
    expect((await restore()).getQueryData(HOME)).toBeUndefined()
    expect(disk.has('home_answers')).toBe(false)
  })

  it('stores no data of other pages', async () => {
    await visit((client) => {
      client.setQueryData(HOME, 1)
      client.setQueryData(['profile', 'sessions'], ['secret'])
    })
    expect((await restore()).getQueryData(['profile', 'sessions'])).toBeUndefined()
    expect(JSON.stringify(disk.get('home_answers'))).not.toContain('secret')
  })

  it('ignores data of an older build', async () => {
    await visit((client) => client.setQueryData(HOME, 1))
    disk.set('home_answers', { ...(disk.get('home_answers') as object), shape: 0 })
    expect((await restore()).getQueryData(HOME)).toBeUndefined()
  })

  it('restores nothing after it was cleared', async () => {
    await visit((client) => client.setQueryData(HOME, 1))
    await clearHomeCache()
    expect((await restore()).getQueryData(HOME)).toBeUndefined()
  })
})
