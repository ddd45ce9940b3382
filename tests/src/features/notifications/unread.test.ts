import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { getUnread, type UnreadState } from '#contract/notifications/notifications.ts'
import { signIn } from '#src/core/session/session.ts'
import { readUnread, setState } from '#src/features/notifications/api/notifications.cache.ts'
import { notificationKeys } from '#src/features/notifications/api/notifications.queries.ts'
import { aPage, aSignedIn } from '#tests/support/server/client.ts'
import { fakeCall } from '#tests/support/web/msw.ts'

/** The request returns 2; before its answer the stream may report a newer state. */
const readWhileStreaming = async (streamed: UnreadState | null) => {
  aPage()
  await signIn(aSignedIn())
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  let lastEvent: UnreadState | null = null
  fakeCall(getUnread, () => {
    if (streamed) setState(client, streamed)
    lastEvent = streamed
    return { unread: 2, latest_id: 9 }
  })
  await readUnread(client, () => lastEvent)
  return client.getQueryData<UnreadState>(notificationKeys.unread)
}

describe('readUnread', () => {
  it("prefers the stream's newer state to a slow answer", async () => {
    expect(await readWhileStreaming({ unread: 0, latest_id: 9 })).toEqual({ unread: 0, latest_id: 9 })
  })

  it('uses the answer when the stream sent nothing', async () => {
    expect(await readWhileStreaming(null)).toEqual({ unread: 2, latest_id: 9 })
  })
})
