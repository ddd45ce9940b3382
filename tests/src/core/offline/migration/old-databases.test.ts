/** What former builds kept moves into the one database, and nothing of it is lost: D2, D11, E5, F4. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { intercept } from '#tests/support/web/device-db.ts'
import {
  aFormerDevice,
  leftInOldDatabases,
  oldDatabaseNames,
  onDevice,
  openAsBefore,
  start,
  startAndDie,
  withNumbers,
  writeAsBefore,
  type OldRows,
} from './old-world.ts'

const OWNER = '7:12'
const HOUR = 3_600_000

const anInterval = (id: string, writtenAt = 5) => ({
  segment: { id, startedAtWall: 1, elapsedMs: 90_000 },
  owner: OWNER,
  phase: 'finished',
  writtenAt,
})
const aRecord = (life: string, answers: readonly { position: number; seq: number }[]) => ({
  life,
  record: { lastSeq: 9, entries: answers },
})
const aPiece = (id: number, nonce: number) => ({
  id,
  owner: 'opaque',
  place: 'forum',
  version: 1,
  at: 3,
  nonce: new Uint8Array([nonce, 2, 3]),
  data: new Uint8Array([1]).buffer,
})
const tokensAt = (iat: number) => ({
  userId: 12,
  access_token: `x.${btoa(JSON.stringify({ iat }))}.x`,
  refresh_token: `r${iat}`,
})
const aPost = (id: string) => ({ kind: 'thread', title: id, id, since: 4, refused: null })
const anAnswer = (address: string, at: number, course = 0) => ({
  key: `${OWNER} ${address}`,
  owner: OWNER,
  at,
  course,
  answer: `${address} at ${at}`,
})

/** One of everything. */
const EVERYTHING: OldRows = {
  'lms/kv': {
    tokens: tokensAt(1),
    left: { session: 'session-0', done: false },
    drafts: { owner: 12, entries: { 'thread-new': 'half a thought' }, at: 7 },
    home_answers: { owner: OWNER, at: 6 },
    attempt_paper: { owner: OWNER, paper: { id: 'a' } },
    push_owner: { clientId: 7, userId: 12 },
    builder_changes: { owner: OWNER, courses: { 3: { revision: 1 }, 4: { revision: 2 } } },
    [`progress_queue:${OWNER}`]: [
      { kind: 'article', itemId: 5, id: 'p-1', at: 8, since: 8 },
      // From a build before rows had names.
      { kind: 'place', itemId: 6, paragraph: 2 },
    ],
    [`progress_queue_back:${OWNER}`]: [{ kind: 'article', itemId: 7, id: 'p-2', at: 1, since: 1 }],
    [`progress_queue_refused:${OWNER}`]: [
      { entry: { kind: 'article', itemId: 9 }, detail: 'Closed.', at: 2 },
    ],
    [`forum_queue:${OWNER}`]: [aPost('post-1')],
    [`forum_queue_back:${OWNER}`]: [aPost('post-0')],
  },
  'lms-activity/segments': { one: anInterval('s-1') },
  'lms-attempts/records': { [`${OWNER}:attempt-1`]: aRecord('life-1', [{ position: 1, seq: 4 }]) },
  'lms-sealed/keys': { one: { person: OWNER, owner: 'opaque', keys: [], at: 1 } },
  'lms-sealed/pieces': { one: aPiece(1, 1), two: aPiece(2, 2) },
  'lms_saved/answers': { one: anAnswer('/courses/5/', 1, 5), two: anAnswer('/visited/', 1) },
  'lms_saved/courses': { [`${OWNER} 5`]: { courseId: 5, state: 'saved' } },
}

const row = (queue: string, id: string, value: unknown) => ({ owner: OWNER, queue, id, value })
const entryRow = (
  queue: string,
  id: string,
  entry: unknown,
  { at = 0, since = 0, refused = null as string | null },
) => row(queue, id, { entry, at, since, refused })

const EVERYTHING_MOVED = {
  outbox: [
    row('attempts', 'attempt-1', aRecord('life-1', [{ position: 1, seq: 4 }])),
    row('course-changes', '3', { revision: 1 }),
    row('course-changes', '4', { revision: 2 }),
    entryRow('forum', 'post-0', { kind: 'thread', title: 'post-0', id: 'post-0' }, { at: 4, since: 4 }),
    entryRow('forum', 'post-1', { kind: 'thread', title: 'post-1', id: 'post-1' }, { at: 4, since: 4 }),
    entryRow('progress', 'p-1', { kind: 'article', itemId: 5 }, { at: 8, since: 8 }),
    entryRow('progress', 'p-2', { kind: 'article', itemId: 7 }, { at: 1, since: 1 }),
    entryRow(
      'progress',
      'refused-2',
      { kind: 'article', itemId: 9 },
      { at: 2, since: 2, refused: 'Closed.' },
    ),
    entryRow(
      'progress',
      'unnamed-1-{"kind":"place","itemId":6,"paragraph":2}',
      { kind: 'place', itemId: 6, paragraph: 2 },
      {},
    ),
    row('study-time', 's-1', anInterval('s-1')),
  ],
  personal: [
    ['attempt_paper', { owner: OWNER, paper: { id: 'a' } }],
    ['home_answers', { owner: OWNER, at: 6 }],
    ['push_owner', { clientId: 7, userId: 12 }],
    ['tokens', tokensAt(1)],
  ],
  device: [
    ['drafts', { owner: 12, entries: { 'thread-new': 'half a thought' }, at: 7 }],
    ['left', { session: 'session-0', done: false }],
  ],
  keys: [{ person: OWNER, owner: 'opaque', keys: [], at: 1 }],
  encrypted: [aPiece(1, 1), aPiece(2, 2)].map(withNumbers),
  responses: [anAnswer('/courses/5/', 1, 5), anAnswer('/visited/', 1)],
  courses: [[`${OWNER} 5`, { courseId: 5, state: 'saved' }]],
}

/** What old tabs and the old worker read stays for them. */
const SHARED = ['lms-sealed/keys', 'lms/kv', 'lms_saved/answers', 'lms_saved/courses']

beforeEach(() => void vi.useRealTimers())
// A deletion reports after its database is gone, and needs the page's globals for that.
afterEach(() => new Promise((resolve) => setTimeout(resolve, 20)))

describe('the first start of this build', () => {
  it('moves everything and leaves only what old tabs read', async () => {
    await aFormerDevice(EVERYTHING)
    await start()
    expect(await onDevice()).toEqual(EVERYTHING_MOVED)
    const left = await leftInOldDatabases()
    expect(Object.keys(left).toSorted()).toEqual(SHARED)
    expect(left['lms/kv']).toEqual([{ clientId: 7, userId: 12 }])
  })

  it('has everything once after it was killed before any of its writes', async () => {
    await aFormerDevice(EVERYTHING)
    const writes = await startAndDie()
    expect(writes).toBeGreaterThanOrEqual(4)
    for (let deadly = 1; deadly <= writes; deadly += 1) {
      await aFormerDevice(EVERYTHING)
      await startAndDie(deadly)
      await startAndDie()
      expect([deadly, await onDevice()]).toEqual([deadly, EVERYTHING_MOVED])
      expect([deadly, Object.keys(await leftInOldDatabases()).toSorted()]).toEqual([deadly, SHARED])
    }
  })

  it('control: a move that removes before it copies loses rows when it is killed in between', async () => {
    await aFormerDevice({ 'lms/kv': { [`forum_queue:${OWNER}`]: [aPost('post-1')] } })
    const db = await openAsBefore('lms')
    const transaction = db.transaction('kv', 'readwrite')
    transaction.objectStore('kv').clear()
    await new Promise((resolve) => {
      transaction.oncomplete = resolve
    })
    db.close()
    await start()
    expect((await onDevice())['outbox']).toEqual([])
  })

  it('moves the other rows when one cannot be read, and leaves that one', async () => {
    const damaged = { owner: OWNER, courses: null }
    await aFormerDevice({
      'lms/kv': { builder_changes: damaged, [`forum_queue:${OWNER}`]: [aPost('post-1')] },
    })
    await start()
    expect((await onDevice())['outbox']).toHaveLength(1)
    expect(await leftInOldDatabases()).toEqual({ 'lms/kv': [damaged] })
  })

  it('makes no old database where there was none', async () => {
    await aFormerDevice({})
    await start()
    await (await start()).takeOver.takeOverOldRows()
    expect(await oldDatabaseNames()).toEqual([])
  })

  it('moves everything once when two tabs start at the same time', async () => {
    await aFormerDevice(EVERYTHING)
    const { takeOver } = await start()
    await Promise.all([takeOver.takeOverOldRows(), takeOver.takeOverOldRows()])
    expect(await onDevice()).toEqual(EVERYTHING_MOVED)
  })
})

describe('a tab of a former build that stays open', () => {
  it('goes on writing, and the next start takes that over', async () => {
    await aFormerDevice(EVERYTHING)
    const tab = await openAsBefore('lms')
    await start()
    // Its connection was not closed.
    const transaction = tab.transaction('kv', 'readwrite')
    transaction.objectStore('kv').put([aPost('post-2')], `forum_queue:${OWNER}`)
    await new Promise((resolve) => {
      transaction.oncomplete = resolve
    })
    const { takeOver } = await start()
    await takeOver.takeOverOldRows()
    const rows = (await onDevice())['outbox'] as { id: string }[]
    expect(rows.filter(({ id }) => id.startsWith('post')).map(({ id }) => id)).toEqual([
      'post-0',
      'post-1',
      'post-2',
    ])
    tab.close()
  })

  it('loses nothing that it writes between copy and removal', async () => {
    await aFormerDevice({ 'lms/kv': { [`forum_queue:${OWNER}`]: [aPost('post-1')] } })
    let isCopied = false
    intercept(IDBDatabase.prototype, 'transaction', (run, db, ...given) => {
      // The removal begins: the tab was faster.
      if (isCopied && db.name === 'lms' && given[1] === 'readwrite') {
        isCopied = false
        const faster = run('kv', 'readwrite')
        faster.objectStore('kv').put([aPost('post-1'), aPost('post-2')], `forum_queue:${OWNER}`)
      }
      if (db.name === 'lms-device' && given[1] === 'readwrite') isCopied = true
      return run(...given)
    })
    await start()
    vi.restoreAllMocks()
    expect(Object.keys(await leftInOldDatabases())).toEqual(['lms/kv'])
    await (await start()).takeOver.takeOverOldRows()
    const rows = (await onDevice())['outbox'] as { id: string }[]
    expect(rows.map(({ id }) => id)).toEqual(['post-1', 'post-2'])
    expect(await leftInOldDatabases()).toEqual({})
  })

  it('has its newer interval, tokens and draft taken over, and older ones not', async () => {
    await aFormerDevice({
      'lms/kv': { tokens: tokensAt(5), drafts: { owner: 12, entries: { a: 'first' }, at: 5 } },
      'lms-activity/segments': { one: anInterval('s-1', 5) },
    })
    await start()
    const values = async () => {
      const { personal, device, outbox } = await onDevice()
      return JSON.stringify([personal, device, outbox])
    }
    await writeAsBefore('lms/kv', {
      tokens: tokensAt(9),
      drafts: { owner: 12, entries: { a: 'second' }, at: 9 },
    })
    await writeAsBefore('lms-activity/segments', { one: anInterval('s-1', 9) })
    await (await start()).takeOver.takeOverOldRows()
    expect(await values()).toMatch(/r9.*second.*"writtenAt":9/)
    await writeAsBefore('lms/kv', {
      tokens: tokensAt(2),
      drafts: { owner: 12, entries: { a: 'old' }, at: 2 },
    })
    await writeAsBefore('lms-activity/segments', { one: anInterval('s-1', 2) })
    await (await start()).takeOver.takeOverOldRows()
    expect(await values()).toMatch(/r9.*second.*"writtenAt":9/)
  })

  it('has every answer of its exam taken over as long as it has the attempt', async () => {
    await aFormerDevice({
      'lms-attempts/records': { [`${OWNER}:a`]: aRecord('old tab', [{ position: 1, seq: 4 }]) },
    })
    await start()
    const later = aRecord('old tab', [{ position: 2, seq: 5 }])
    await writeAsBefore('lms-attempts/records', { [`${OWNER}:a`]: later })
    await (await start()).takeOver.takeOverOldRows()
    expect((await onDevice())['outbox']).toEqual([row('attempts', 'a', later)])
  })

  it('has answers that only it knows added to the attempt of the tab that took over', async () => {
    await aFormerDevice({
      'lms-attempts/records': {
        [`${OWNER}:a`]: aRecord('old tab', [
          { position: 1, seq: 4 },
          { position: 2, seq: 3 },
        ]),
      },
    })
    const { db } = await start()
    const present = aRecord('new tab', [
      { position: 2, seq: 3 },
      { position: 3, seq: 1004 },
    ])
    await db.inStore('outbox', 'readwrite', (store) => store.put(row('attempts', 'a', present)))
    await writeAsBefore('lms-attempts/records', {
      [`${OWNER}:a`]: aRecord('old tab', [
        { position: 1, seq: 6 },
        { position: 2, seq: 3 },
        { position: 3, seq: 5 },
      ]),
    })
    await (await start()).takeOver.takeOverOldRows()
    const [attempt] = (await onDevice())['outbox'] as { value: ReturnType<typeof aRecord> }[]
    expect(attempt?.value.life).toBe('new tab')
    expect(attempt?.value.record.entries).toEqual([
      { position: 2, seq: 3 },
      { position: 3, seq: 1004 },
      { position: 1, seq: 6 },
    ])
  })

  it('finds its keys and its saved course until the former build is a day old', async () => {
    await aFormerDevice(EVERYTHING)
    await start()
    await writeAsBefore('lms_saved/answers', { one: anAnswer('/visited/', 99) })
    await (await start()).takeOver.takeOverOldRows()
    expect(Object.keys(await leftInOldDatabases()).toSorted()).toEqual(SHARED)
    expect((await onDevice())['responses']).toContainEqual(anAnswer('/visited/', 99))

    const { db, takeOver } = await start()
    await db.writeValue('device', 'moved_at', Date.now() - 25 * HOUR)
    await takeOver.takeOverOldRows()
    await vi.waitFor(async () => expect(await oldDatabaseNames()).toEqual([]))
    expect((await onDevice())['responses']).toContainEqual(anAnswer('/visited/', 99))
  })
})

describe('a sign-out while databases of a former build are there', () => {
  it('takes everything out of them and deletes them', async () => {
    await aFormerDevice(EVERYTHING)
    const { takeOver } = await start()
    await takeOver.takeOverOldRows(true)
    await vi.waitFor(async () => expect(await oldDatabaseNames()).toEqual([]))
    expect(await onDevice()).toEqual(EVERYTHING_MOVED)
  })

  it('deletes none into which an old tab has just written', async () => {
    await aFormerDevice({ 'lms/kv': { [`forum_queue:${OWNER}`]: [aPost('post-1')] } })
    const { takeOver } = await start()
    intercept(IDBFactory.prototype, 'open', (run, _factory, name, version) => {
      // Before the fence: a tab writes.
      if (version === 1000) void writeAsBefore('lms/kv', { [`forum_queue:${OWNER}`]: [aPost('post-2')] })
      return run(name, version)
    })
    await takeOver.takeOverOldRows(true)
    await new Promise((resolve) => setTimeout(resolve, 100))
    vi.restoreAllMocks()
    expect(await leftInOldDatabases()).toEqual({ 'lms/kv': [[aPost('post-2')]] })
  })

  it('does not wait for a frozen tab that holds one open', async () => {
    await aFormerDevice(EVERYTHING)
    const frozen = await openAsBefore('lms-activity', { frozen: true })
    const { takeOver } = await start()
    await takeOver.takeOverOldRows(true)
    expect(await onDevice()).toEqual(EVERYTHING_MOVED)
    await vi.waitFor(async () => expect(await oldDatabaseNames()).toEqual(['lms-activity']))
    frozen.close()
    await vi.waitFor(async () => expect(await oldDatabaseNames()).toEqual([]))
  })
})
