/** The record of an attempt on the device: a lease for one tab, and a slow disk from which nothing is taken over unread. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { claimRecord, storedAttempts, writeRecord } from '#src/features/assessments/attempt/disk.ts'
import type { AttemptRecord } from '#src/features/assessments/attempt/record.ts'
import { emptyDevice, intercept, outboxRows } from '#tests/support/web/device-db.ts'

const OWNER = '7:1'
const ATTEMPT = 'attempt-1'
const record = (lastSeq: number): AttemptRecord => ({
  hold: null,
  lastSeq,
  entries: [],
  questions: [],
  events: [],
  place: 1,
  submitting: false,
  time: null,
})
const lifeOnDisk = async () => ((await outboxRows())[0]?.value as { life: string } | undefined)?.life

beforeEach(emptyDevice)

describe('the lease of an attempt', () => {
  it('goes to the page that claims it, and the one before writes no more', async () => {
    expect(await writeRecord(OWNER, ATTEMPT, 'first', record(3))).toBe('stored')
    expect(await claimRecord(OWNER, ATTEMPT, 'second')).toEqual(record(3))
    expect(await writeRecord(OWNER, ATTEMPT, 'first', record(9))).toBe('replaced')
    expect(await writeRecord(OWNER, ATTEMPT, 'second', record(4))).toBe('stored')
    expect(await storedAttempts(OWNER)).toEqual([{ id: ATTEMPT, record: record(4) }])
  })

  it('ends when the record is removed', async () => {
    await writeRecord(OWNER, ATTEMPT, 'first', record(3))
    await writeRecord(OWNER, ATTEMPT, 'first', null)
    expect(await storedAttempts(OWNER)).toEqual([])
    expect(await claimRecord(OWNER, ATTEMPT, 'second')).toBeNull()
  })

  it('is not given for an attempt of another person, or while nobody is signed in', async () => {
    await writeRecord(OWNER, ATTEMPT, 'first', record(3))
    expect(await claimRecord('7:2', ATTEMPT, 'second')).toBeNull()
    expect(await claimRecord(null, ATTEMPT, 'second')).toBeNull()
    expect(await writeRecord(null, ATTEMPT, 'second', record(9))).toBe('failed')
    expect(await lifeOnDisk()).toBe('first')
  })
})

describe('a slow disk', () => {
  afterEach(() => void vi.restoreAllMocks())

  /** Reads are answered only once the test says so; a disk that is `writing` cannot be stopped any more. */
  const slowDisk = ({ writing = false } = {}) => {
    const disk = { isSlow: true, aborted: 0 }
    intercept(IDBTransaction.prototype, 'abort', (run) => {
      if (writing) throw new DOMException('', 'InvalidStateError')
      disk.aborted += 1
      run()
    })
    intercept(IDBObjectStore.prototype, 'get', (run, _store, key) => {
      const request = run(key)
      const listen = request.addEventListener.bind(request) as (type: string, listener: () => void) => void
      // Asked again and again, the transaction stays open.
      const askAgain = (answer: () => void) => () => {
        if (disk.isSlow) run(key).onsuccess = askAgain(answer)
        else answer()
      }
      request.addEventListener = ((type: string, answer: () => void) =>
        listen(type, type === 'success' ? askAgain(answer) : answer)) as typeof request.addEventListener
      return request
    })
    return disk
  }
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  it('that answers in time gives the record, which is taken over', async () => {
    await writeRecord(OWNER, ATTEMPT, 'before', record(3))
    const disk = slowDisk()
    const claimed = claimRecord(OWNER, ATTEMPT, 'now', 1_000)
    await wait(100)
    disk.isSlow = false
    expect(await claimed).toEqual(record(3))
    vi.restoreAllMocks()
    expect(await lifeOnDisk()).toBe('now')
  })

  it('that does not is given up, and the record stays whose it was', async () => {
    await writeRecord(OWNER, ATTEMPT, 'before', record(3))
    const disk = slowDisk()
    expect(await claimRecord(OWNER, ATTEMPT, 'now', 100)).toBeNull()
    expect(disk.aborted).toBeGreaterThan(0)
    vi.restoreAllMocks()
    expect(await lifeOnDisk()).toBe('before')
  })

  it('that is just writing it is waited for', async () => {
    await writeRecord(OWNER, ATTEMPT, 'before', record(3))
    const disk = slowDisk({ writing: true })
    const claimed = claimRecord(OWNER, ATTEMPT, 'now', 50)
    await wait(150)
    disk.isSlow = false
    expect(await claimed).toEqual(record(3))
    vi.restoreAllMocks()
    expect(await lifeOnDisk()).toBe('now')
  })
})
