import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getClientInfo } from '#contract/client-info/client-info.ts'
import { getCourse } from '#contract/courses/outline.ts'
import { listSessions } from '#contract/auth/auth.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { createQueryClient } from '#src/core/api/query-client.ts'
import { note } from '#src/core/api/kept-answers.ts'
import { ApiError } from '#src/core/http/api-error.ts'
import { setServerReached } from '#src/core/pwa/connectivity.ts'
import { signIn } from '#src/core/session/session.ts'
import { aClient, aPage, aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'

const shelf = vi.hoisted(() => new Map<string, unknown>())
vi.mock('#src/core/storage/shelf.ts', () => ({
  keptFrom: async (owner: string, address: string) =>
    shelf.has(`${owner} ${address}`) ? { answer: shelf.get(`${owner} ${address}`) } : null,
  keepAnswer: async (owner: string, address: string, { answer }: { answer: unknown }) =>
    void shelf.set(`${owner} ${address}`, answer),
  trimVisited: async () => null,
}))

const course = { id: 5, title: 'Python Foundations' }
const options = { params: { courseId: 5 } }
const visited = () => note(getCourse, options, course)

beforeEach(async () => {
  shelf.clear()
  setServerReached(true)
  aPage()
  await signIn(aSignedIn())
})

describe('pages without a connection', () => {
  it('given a visited page, when the server does not answer, then the page gets what it was told last, until it can ask again', async () => {
    await visited()
    fakeCall(getCourse, noAnswer)

    const client = createQueryClient()
    const again = vi.spyOn(client, 'invalidateQueries')
    expect(await authedCall(getCourse, options)).toEqual(course)

    // The pages read again when the connection is back, once.
    for (const reached of [false, true, false, true]) setServerReached(reached)
    expect(again).toHaveBeenCalledTimes(1)
  })

  it('given a page that was never visited, when the server does not answer, then that is an error as ever', async () => {
    fakeCall(getCourse, noAnswer)

    await expect(authedCall(getCourse, options)).rejects.toMatchObject({ code: 'network' })
  })

  it('given a refusal, when a visited page is asked for, then the refusal counts and nothing kept takes its place', async () => {
    await visited()
    fakeCall(getCourse, failWith('forbidden'))

    await expect(authedCall(getCourse, options)).rejects.toBeInstanceOf(ApiError)
  })

  it('given a server that answers although it seemed out of reach, when a page asks, then the new answer counts', async () => {
    await note(getClientInfo, {}, aClient({ name: 'Old name' }))
    setServerReached(false)
    fakeCall(getClientInfo, aClient({ name: 'New name' }))

    expect(await authedCall(getClientInfo)).toMatchObject({ name: 'New name' })
  })

  it('given somebody else, when they ask for the same page, then nothing of the first person is there', async () => {
    await visited()
    await signIn(aSignedIn({ id: 99 }))
    fakeCall(getCourse, noAnswer)

    await expect(authedCall(getCourse, options)).rejects.toMatchObject({ code: 'network' })
  })

  it('given answers about an account, when they are noted, then they are not kept (the control: a course is)', async () => {
    await note(listSessions, {}, { results: [] })
    expect(shelf.size).toBe(0)
    await note(getClientInfo, {}, { id: 7 })
    expect(shelf.size).toBe(1)
  })
})
