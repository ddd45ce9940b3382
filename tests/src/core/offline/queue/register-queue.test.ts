import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { networkError } from '#src/core/http/api-error.ts'
import { setServerReached } from '#src/core/http/connectivity.ts'
import { writeRow } from '#src/core/offline/outbox-rows.ts'
import { registerQueue } from '#src/core/offline/queue/register-queue.ts'
import { notifyReturned } from '#src/core/offline/returned.ts'
import { runClearHooks, runSignOutHooks } from '#src/core/session/sign-out-hooks.ts'
import { emptyDevice, outboxRows } from '#tests/support/web/device-db.ts'

interface Entry {
  id: string
}
let owner: string | null = '7:1'
const sent: string[] = []
let isOffline = false

const { queue, source } = registerQueue<Entry, unknown>({
  name: 'test',
  channel: 'test_queue',
  owner: () => owner,
  keyOf: ({ id }) => id,
  send: async ({ id }) => {
    if (isOffline) throw networkError()
    sent.push(`${owner} ${id}`)
  },
  describe: async (lines) =>
    lines.map(({ id, since, refused }) => ({
      id,
      kind: 'time',
      title: null,
      since,
      path: null,
      isDraft: false,
      refused,
    })),
})

beforeEach(async () => {
  await emptyDevice()
  owner = '7:1'
  isOffline = false
  sent.length = 0
})
afterEach(runClearHooks)

describe('a registered queue', () => {
  it('keeps its rows under the name of who is signed in, and lists them', async () => {
    isOffline = true
    await queue().add({ id: 'a' })
    expect(await outboxRows()).toMatchObject([{ owner: '7:1', queue: 'test', value: { entry: { id: 'a' } } }])
    expect(await source.list()).toMatchObject([{ id: 'a', isDraft: false }])
  })

  it('belongs to one person: somebody else neither sees nor sends it', async () => {
    isOffline = true
    await queue().add({ id: 'a' })
    owner = '7:2'
    isOffline = false
    expect(await source.list()).toEqual([])
    await queue().flush()
    expect(sent).toEqual([])
    expect(await outboxRows()).toHaveLength(1)
  })

  it('sends nothing when the person changed while it was sending', async () => {
    await queue().add({ id: 'a' })
    const ofOne = queue()
    owner = '7:2'
    await ofOne.flush()
    expect(sent).toEqual([])
    expect(await outboxRows()).toHaveLength(1)
  })

  it('keeps nothing for nobody', async () => {
    owner = null
    await queue().add({ id: 'a' })
    await queue().flush()
    expect([await outboxRows(), await source.list(), sent]).toEqual([[], [], []])
  })

  it('sends what came back while its page is open', async () => {
    await queue().ready()
    await writeRow('7:1', 'test', 'row', { entry: { id: 'a' }, at: 1, since: 1, refused: null })
    notifyReturned()
    await vi.waitFor(() => expect(sent).toEqual(['7:1 a']))
    await vi.waitFor(async () => expect(await outboxRows()).toEqual([]))
  })

  it('sends what waits when the connection is back, and before a sign-out', async () => {
    isOffline = true
    await queue().add({ id: 'a' })
    setServerReached(false)
    isOffline = false
    setServerReached(true)
    await vi.waitFor(() => expect(sent).toEqual(['7:1 a']))
    await queue().add({ id: 'b' })
    await runSignOutHooks()
    expect(sent).toEqual(['7:1 a', '7:1 b'])
  })

  it('stops with the session: nothing is written or sent any more, and the rows stay', async () => {
    isOffline = true
    const before = queue()
    await before.add({ id: 'a' })
    await runClearHooks()
    isOffline = false
    await before.add({ id: 'b' })
    await before.flush()
    expect(sent).toEqual([])
    expect(await outboxRows()).toHaveLength(1)
    expect(queue()).not.toBe(before)
  })

  it('tells who shows it when a line comes or goes', async () => {
    const changed = vi.fn<() => void>()
    const stop = source.subscribe(changed)
    await queue().add({ id: 'a' })
    expect(changed).toHaveBeenCalled()
    changed.mockClear()
    await source.discard('a')
    expect(changed).toHaveBeenCalled()
    expect(await outboxRows()).toEqual([])
    stop()
  })
})
