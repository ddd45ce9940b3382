import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clearHomeCache, persistHomeCache, restoreHomeCache } from '#src/app/session/home-cache.ts'
import { readValue, writeValue } from '#src/core/offline/db.ts'
import { signIn } from '#src/core/sign-out/sign-in.ts'
import { aClient, aPage, aSignedIn } from '#tests/support/server/client.ts'
import { emptyDevice } from '#tests/support/web/device-db.ts'

const stored = () => readValue('personal', 'home_answers')
const isStored = async () => (await stored()) !== null

const HOME = ['learning-home']
const waitForWrite = () => new Promise((resolve) => setTimeout(resolve, 1100))

beforeEach(async () => {
  await emptyDevice()
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
    expect(await isStored()).toBe(false)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(async () => expect(await isStored()).toBe(true))
    stop()
    vi.restoreAllMocks()
  })

  it('shows nothing to another person and deletes the data', async () => {
    await visit((client) => client.setQueryData(HOME, { greeting: 'hello' }))
    const other = await stored()
    await signIn(aSignedIn({ id: 4711 }))
    await writeValue('personal', 'home_answers', other)
    expect((await restore()).getQueryData(HOME)).toBeUndefined()
    expect(await isStored()).toBe(false)
  })

  it('stores no data of other pages', async () => {
    await visit((client) => {
      client.setQueryData(HOME, 1)
      client.setQueryData(['profile', 'sessions'], ['secret'])
    })
    expect((await restore()).getQueryData(['profile', 'sessions'])).toBeUndefined()
    expect(JSON.stringify(await stored())).not.toContain('secret')
  })

  it('ignores data of an older build', async () => {
    await visit((client) => client.setQueryData(HOME, 1))
    await writeValue('personal', 'home_answers', { ...((await stored()) as object), shape: 0 })
    expect((await restore()).getQueryData(HOME)).toBeUndefined()
  })

  it('restores nothing after it was cleared', async () => {
    await visit((client) => client.setQueryData(HOME, 1))
    await clearHomeCache()
    expect((await restore()).getQueryData(HOME)).toBeUndefined()
  })
})
