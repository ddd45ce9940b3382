import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetAnswers, keepAnswers, restoreAnswers } from '#src/app/session/kept-answers.ts'
import { readValue, writeValue } from '#src/core/offline/db.ts'
import { signIn } from '#src/core/sign-out/sign-in.ts'
import { aClient, aPage, aSignedIn } from '#tests/support/server/client.ts'
import { emptyDevice } from '#tests/support/web/device-db.ts'

const stored = () => readValue('personal', 'home_answers')
const isStored = async () => (await stored()) !== null

const HOME = ['learning-home']
const aSecondLater = () => new Promise((resolve) => setTimeout(resolve, 1100))

beforeEach(async () => {
  await emptyDevice()
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
    expect(await isStored()).toBe(false)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(async () => expect(await isStored()).toBe(true))
    stop()
    vi.restoreAllMocks()
  })

  it('given somebody else, when they come, then nothing is shown and nothing stays on the device', async () => {
    await visit((client) => client.setQueryData(HOME, { greeting: 'hello' }))
    const kept = await stored()
    await signIn(aSignedIn({ id: 4711 }))
    await writeValue('personal', 'home_answers', kept)
    expect((await next()).getQueryData(HOME)).toBeUndefined()
    expect(await isStored()).toBe(false)
  })

  it('given an answer of another page, when kept, then it is left out', async () => {
    await visit((client) => {
      client.setQueryData(HOME, 1)
      client.setQueryData(['profile', 'sessions'], ['secret'])
    })
    expect((await next()).getQueryData(['profile', 'sessions'])).toBeUndefined()
    expect(JSON.stringify(await stored())).not.toContain('secret')
  })

  it('given what an older build kept, when read, then it is forgotten', async () => {
    await visit((client) => client.setQueryData(HOME, 1))
    await writeValue('personal', 'home_answers', { ...((await stored()) as object), shape: 0 })
    expect((await next()).getQueryData(HOME)).toBeUndefined()
  })

  it('given a sign-out, when it wipes, then nothing is left', async () => {
    await visit((client) => client.setQueryData(HOME, 1))
    await forgetAnswers()
    expect((await next()).getQueryData(HOME)).toBeUndefined()
  })
})
