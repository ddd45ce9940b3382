import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getLearningHome } from '#contract/courses/learning-home.ts'
import { startHomeRequest } from '#src/app/session/home-request.ts'
import { learningHomeQuery } from '#src/features/courses/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { aHome, noHome } from '../../features/courses/factory.ts'

let client: QueryClient
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
})
const HOME = learningHomeQuery().queryKey
const cached = () => client.getQueryData(HOME)

describe('requestHome', () => {
  it('keeps the answer for the page', async () => {
    const call = fakeCall(getLearningHome, aHome())
    startHomeRequest()(client)
    await vi.waitFor(() => expect(cached()).toEqual(aHome()))
    expect(call.requests).toHaveLength(1)
  })

  it('shows cached data until the answer arrives', async () => {
    client.setQueryData(HOME, noHome(), { updatedAt: 1 })
    fakeCall(getLearningHome, aHome())
    startHomeRequest()(client)
    expect(cached()).toEqual(noHome())
    await vi.waitFor(() => expect(cached()).toEqual(aHome()))
  })

  it('shows data restored after the request, then the answer, with one call', async () => {
    const call = fakeCall(getLearningHome, aHome())
    const provideHome = startHomeRequest()
    client.setQueryData(HOME, noHome(), { updatedAt: 1 })
    provideHome(client)
    expect(cached()).toEqual(noHome())
    await vi.waitFor(() => expect(cached()).toEqual(aHome()))
    expect(call.requests).toHaveLength(1)
  })

  it('keeps cached data when the server fails', async () => {
    client.setQueryData(HOME, noHome(), { updatedAt: 1 })
    const call = fakeCall(getLearningHome, { ...failWith('internal_error'), body: {} })
    startHomeRequest()(client)
    await vi.waitFor(() => expect(call.requests.length).toBeGreaterThan(0))
    expect(cached()).toEqual(noHome())
  })
})
