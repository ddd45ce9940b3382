import { describe, expect, it } from 'vitest'
import { login } from '#contract/auth/auth.ts'
import { getClientInfo } from '#contract/client-info/client-info.ts'
import { getCourse } from '#contract/courses/outline.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { publicCall } from '#src/core/api/public-call.ts'
import { ApiError } from '#src/core/http/api-error.ts'
import { signIn } from '#src/core/sign-out/sign-in.ts'
import { aClient, aPage, aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'

const error = async (work: Promise<unknown>): Promise<ApiError> => {
  const caught = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(caught).toBeInstanceOf(ApiError)
  return caught as ApiError
}

describe('calls of the contract', () => {
  it('makes a public call for client 8 with path and body of the contract', async () => {
    aPage(aClient({ id: 8 }))
    const { requests } = fakeCall(login, aSignedIn())
    const answer = await publicCall(login, { body: { email: 'asha', password: 'secret' } })
    expect(answer).toMatchObject({ full_name: 'Asha Rao' })
    expect(requests[0]?.params['clientId']).toBe('8')
    expect(requests[0]?.body).toEqual({ email: 'asha', password: 'secret' })
    expect(requests[0]?.request.headers.get('authorization')).toBeNull()
  })

  it('sends the access token of the signed-in person', async () => {
    aPage()
    const person = aSignedIn()
    await signIn(person)
    const { requests } = fakeCall(getClientInfo, aClient())
    await authedCall(getClientInfo)
    expect(requests[0]?.request.headers.get('authorization')).toBe(`Bearer ${person.access_token}`)
  })

  it('reads status, code, detail, fields and retry time of a refusal', async () => {
    aPage()
    fakeCall(login, failWith('account_locked', { detail: 'Wait.', retry_after: 42 }))
    expect(await error(publicCall(login, { body: { email: 'a', password: 'b' } }))).toMatchObject({
      status: 429,
      code: 'account_locked',
      detail: 'Wait.',
      retryAfterSeconds: 42,
    })
  })

  it('reports a network error without a status when no answer comes', async () => {
    aPage()
    fakeCall(getCourse, noAnswer)
    expect(await error(publicCall(getCourse, { params: { courseId: 5 } }))).toMatchObject({
      status: null,
      code: 'network',
    })
  })
})
