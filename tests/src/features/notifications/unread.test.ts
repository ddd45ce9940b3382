import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { getUnread, type UnreadState } from '#contract/notifications/notifications.ts'
import { signIn } from '#src/core/sign-out/sign-in.ts'
import { readUnread, setState } from '#src/features/notifications/api/notifications.cache.ts'
import { notificationKeys } from '#src/features/notifications/api/notifications.queries.ts'
import { aPage, aSignedIn } from '#tests/support/server/client.ts'
import { fakeCall } from '#tests/support/web/msw.ts'

/** The number asked for is 2; read elsewhere meanwhile, the stream says 0 before that answer is here. */
const afterSlowAnswer = async (say: UnreadState | null) => {
  aPage()
  await signIn(aSignedIn())
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  let heard: UnreadState | null = null
  fakeCall(getUnread, () => {
    if (say) setState(client, say)
    heard = say
    return { unread: 2, latest_id: 9 }
  })
  await readUnread(client, () => heard)
  return client.getQueryData<UnreadState>(notificationKeys.unread)
}

describe('the bell’s number', () => {
  it('given the stream that spoke while the number was asked for, when the older answer comes, then the stream’s stands', async () => {
    expect(await afterSlowAnswer({ unread: 0, latest_id: 9 })).toEqual({ unread: 0, latest_id: 9 })
  })

  it('given a stream that said nothing yet, when the answer comes, then it stands', async () => {
    expect(await afterSlowAnswer(null)).toEqual({ unread: 2, latest_id: 9 })
  })
})
