import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getLearningHome } from '#contract/courses/courses.ts'
import { startHomeRequest } from '#src/app/session/home-request.ts'
import { learningHomeKeys } from '#src/features/courses/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { aHome, noHome } from '../../features/courses/factory.ts'

let client: QueryClient
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
})
const known = () => client.getQueryData(learningHomeKeys.all)

describe('the home asked for while the loader stands', () => {
  it('given nothing known, when asked for, then the answer waits for the page', async () => {
    const call = fakeCall(getLearningHome, aHome())
    startHomeRequest()(client)
    await vi.waitFor(() => expect(known()).toEqual(aHome()))
    expect(call.requests).toHaveLength(1)
  })

  it('given what an earlier visit kept, when asked for, then that stays until the new answer is there', async () => {
    client.setQueryData(learningHomeKeys.all, noHome(), { updatedAt: 1 })
    fakeCall(getLearningHome, aHome())
    startHomeRequest()(client)
    expect(known()).toEqual(noHome())
    await vi.waitFor(() => expect(known()).toEqual(aHome()))
  })

  it('given what was kept is put in after asking, when the answer is handed over, then both are shown in turn, for one call', async () => {
    const call = fakeCall(getLearningHome, aHome())
    const give = startHomeRequest()
    client.setQueryData(learningHomeKeys.all, noHome(), { updatedAt: 1 })
    give(client)
    expect(known()).toEqual(noHome())
    await vi.waitFor(() => expect(known()).toEqual(aHome()))
    expect(call.requests).toHaveLength(1)
  })

  it('given a server that fails, when asked for, then what was kept is still there', async () => {
    client.setQueryData(learningHomeKeys.all, noHome(), { updatedAt: 1 })
    const call = fakeCall(getLearningHome, { ...failWith('internal_error'), body: {} })
    startHomeRequest()(client)
    await vi.waitFor(() => expect(call.requests.length).toBeGreaterThan(0))
    expect(known()).toEqual(noHome())
  })
})
