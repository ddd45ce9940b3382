/** A slow disk: what could not be read in time is not taken over either. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { claimRecord } from '#src/features/assessments/attempt/disk.ts'

/** One record in a database whose transactions end when the test says so. */
const slowDisk = () => {
  const row = { life: 'before', record: { lastSeq: 3 } }
  const disk = { row, put: null as unknown, aborted: 0, commit: () => undefined as void, committing: false }
  const transaction = {
    oncomplete: null as (() => void) | null,
    onabort: null as (() => void) | null,
    error: null,
    abort: () => {
      if (disk.committing) throw new DOMException('', 'InvalidStateError')
      disk.aborted += 1
      disk.put = null
      transaction.onabort?.()
    },
    objectStore: () => ({
      get: () => {
        const request = { result: row, onsuccess: null as (() => void) | null }
        queueMicrotask(() => request.onsuccess?.())
        return request
      },
      put: (value: unknown) => {
        disk.put = value
      },
    }),
  }
  disk.commit = () => transaction.oncomplete?.()
  const db = { transaction: () => transaction, close: () => undefined }
  const opening = { result: db, onsuccess: null as (() => void) | null }
  vi.stubGlobal('indexedDB', {
    open: () => {
      queueMicrotask(() => opening.onsuccess?.())
      return opening
    },
  })
  return disk
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const claim = async () => {
  const disk = await import('#src/features/assessments/attempt/disk.ts')
  return (disk.claimRecord as typeof claimRecord)('7:1', 'a', 'now', 1_000)
}

it('given a disk that answers in time, when a record is claimed, then it is read and taken over', async () => {
  const disk = slowDisk()
  const claimed = claim()
  await vi.advanceTimersByTimeAsync(500)
  disk.commit()
  expect(await claimed).toEqual({ lastSeq: 3 })
  expect(disk.put).toMatchObject({ life: 'now' })
})

it('given a disk that does not, when nobody waits any longer, then the record stays whose it was', async () => {
  const disk = slowDisk()
  const claimed = claim()
  await vi.advanceTimersByTimeAsync(1_500)
  expect(await claimed).toBeNull()
  expect([disk.aborted, disk.put]).toEqual([1, null])
})

it('given a disk that is just writing it, when the time is up, then what it read is waited for', async () => {
  const disk = slowDisk()
  disk.committing = true
  const claimed = claim()
  await vi.advanceTimersByTimeAsync(1_500)
  disk.commit()
  expect(await claimed).toEqual({ lastSeq: 3 })
})
