import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetAnswers, keepAnswers, restoreAnswers } from '#src/app/session/kept-answers.ts'
import { signIn } from '#src/core/session/session.ts'
import { aClient, aPage, aSignedIn } from '#tests/support/server/client.ts'

const disk = vi.hoisted(() => new Map<string, unknown>())
vi.mock('#src/core/storage/idb.ts', () => ({
  idbGet: (key: string) => Promise.resolve(disk.get(key) ?? null),
  idbPut: (key: string, value: unknown) => Promise.resolve(Boolean(disk.set(key, structuredClone(value)))),
  idbDelete: (key: string) => Promise.resolve(disk.delete(key)),
}))

const HOME = ['learning-home']
const aSecondLater = () => new Promise((resolve) => setTimeout(resolve, 1100))

beforeEach(async () => {
  disk.clear()
  aPage(aClient())
  await signIn(aSignedIn())
})

const visit = async (write: (client: QueryClient) => void) => {
  const client = new QueryClient()
  const stop = keepAnswers(client)
  write(client)
  await aSecondLater()
  stop()
}
const next = async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 300_000 } } })
  await restoreAnswers(client)
  return client
}

describe('the last answers of the home', () => {
  it('given a visit, when the same person comes back, then the answer is there at once and counts as old', async () => {
    await visit((client) => client.setQueryData(HOME, { greeting: 'hello' }))
    const client = await next()
    expect(client.getQueryData(HOME)).toEqual({ greeting: 'hello' })
    expect(client.getQueryState(HOME)?.dataUpdatedAt).toBe(0)
  })

  it('given a visit shorter than a second, when the page is left, then it is kept all the same', async () => {
    const client = new QueryClient()
    const stop = keepAnswers(client)
    client.setQueryData(HOME, { greeting: 'hello' })
    expect(disk.has('home_answers')).toBe(false)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(disk.has('home_answers')).toBe(true))
    stop()
    vi.restoreAllMocks()
  })

  it('given somebody else, when they come, then nothing is shown and nothing stays on the device', async () => {
    await visit((client) => client.setQueryData(HOME, { greeting: 'hello' }))
    const kept = disk.get('home_answers')
    await signIn(aSignedIn({ id: 4711 }))
    disk.set('home_answers', kept)
    expect((await next()).getQueryData(HOME)).toBeUndefined()
    expect(disk.has('home_answers')).toBe(false)
  })

  it('given an answer of another page, when kept, then it is left out', async () => {
    await visit((client) => {
      client.setQueryData(HOME, 1)
      client.setQueryData(['profile', 'sessions'], ['secret'])
    })
    expect((await next()).getQueryData(['profile', 'sessions'])).toBeUndefined()
    expect(JSON.stringify(disk.get('home_answers'))).not.toContain('secret')
  })

  it('given what an older build kept, when read, then it is forgotten', async () => {
    await visit((client) => client.setQueryData(HOME, 1))
    disk.set('home_answers', { ...(disk.get('home_answers') as object), shape: 0 })
    expect((await next()).getQueryData(HOME)).toBeUndefined()
  })

  it('given a sign-out, when it wipes, then nothing is left', async () => {
    await visit((client) => client.setQueryData(HOME, 1))
    await forgetAnswers()
    expect((await next()).getQueryData(HOME)).toBeUndefined()
  })
})
