import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listSessions } from '#contract/auth/auth.ts'
import { getClientInfo } from '#contract/client-info/client-info.ts'
import { getCourse } from '#contract/courses/outline.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { storeInCache } from '#src/core/api/cached-responses.ts'
import { createQueryClient } from '#src/core/api/query-client.ts'
import { ApiError } from '#src/core/http/api-error.ts'
import { setServerReached } from '#src/core/http/connectivity.ts'
import { findResponses } from '#src/core/offline/response-cache.ts'
import { signIn } from '#src/core/sign-out/sign-in.ts'
import { aClient, aPage, aSignedIn } from '#tests/support/server/client.ts'
import { emptyDevice } from '#tests/support/web/device-db.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'

const course = { id: 5, title: 'Python Foundations' }
const options = { params: { courseId: 5 } }
const visit = () => storeInCache(getCourse, options, course)

beforeEach(async () => {
  await emptyDevice()
  setServerReached(true)
  aPage()
  await signIn(aSignedIn())
})

describe('pages without a connection', () => {
  it('get the last answer of a visited page until they can ask again, once', async () => {
    await visit()
    fakeCall(getCourse, noAnswer)
    const client = createQueryClient()
    const again = vi.spyOn(client, 'invalidateQueries')
    expect(await authedCall(getCourse, options)).toEqual(course)
    for (const reached of [false, true, false, true]) setServerReached(reached)
    expect(again).toHaveBeenCalledTimes(1)
  })

  it('get an error for a page that was never visited', async () => {
    fakeCall(getCourse, noAnswer)
    await expect(authedCall(getCourse, options)).rejects.toMatchObject({ code: 'network' })
  })

  it('get a refusal of the server, never the cached answer in its place', async () => {
    await visit()
    fakeCall(getCourse, failWith('forbidden'))
    await expect(authedCall(getCourse, options)).rejects.toBeInstanceOf(ApiError)
  })

  it('get the new answer of a server that seemed out of reach', async () => {
    await storeInCache(getClientInfo, {}, aClient({ name: 'Old name' }))
    setServerReached(false)
    fakeCall(getClientInfo, aClient({ name: 'New name' }))
    expect(await authedCall(getClientInfo)).toMatchObject({ name: 'New name' })
  })

  it('get nothing of what another person visited', async () => {
    await visit()
    await signIn(aSignedIn({ id: 99 }))
    fakeCall(getCourse, noAnswer)
    await expect(authedCall(getCourse, options)).rejects.toMatchObject({ code: 'network' })
  })

  it('never get answers about an account; control: a course is cached', async () => {
    const cached = () => findResponses('7:1', /./)
    await storeInCache(listSessions, {}, { results: [] })
    expect(await cached()).toHaveLength(0)
    await storeInCache(getClientInfo, {}, { id: 7 })
    expect(await cached()).toHaveLength(1)
  })
})
