import { describe, expect, it, vi } from 'vitest'
import { startUpload, type UploadServer, type UploadState } from '#src/core/editing/upload.ts'

const transientError = new Error('no connection')
const refused = new Error('not a video')

/** Stores the chunks; the n-th one fails as specified. */
const aServer = (failures: Record<number, Error> = {}, cutAfterStoring = false) => {
  let stored = ''
  let calls = 0
  const offsets: number[] = []
  const server: UploadServer<string> = {
    begin: () => Promise.resolve({ id: 'u1', offset: stored.length, chunkBytes: 4 }),
    offset: () => Promise.resolve(stored.length),
    send: async (_id, offset, piece) => {
      calls += 1
      const failure = failures[calls]
      if (failure && !cutAfterStoring) throw failure
      if (offset !== stored.length) throw new Error(`offset ${offset} but ${stored.length} stored`)
      offsets.push(offset)
      stored += await piece.text()
      if (failure) throw failure
      return stored.length
    },
    finish: () => Promise.resolve(stored),
  }
  return { server, offsets, stored: () => stored }
}

const upload = (server: UploadServer<string>, text = 'abcdefghij') => {
  const states: UploadState<string>[] = []
  let notify: (state: UploadState<string>) => void = () => undefined
  const until = (phase: UploadState<string>['phase']) =>
    new Promise<UploadState<string>>((resolve) => {
      const reached = states.findLast((state) => state.phase === phase)
      if (reached) resolve(reached)
      notify = (state) => {
        if (state.phase === phase) resolve(state)
      }
    })
  const driver = startUpload({
    file: new Blob([text]),
    server,
    onState: (state) => {
      states.push(state)
      notify(state)
    },
    isTransient: (error) => error === transientError,
    wait: () => Promise.resolve(),
  })
  return { driver, states, until }
}

describe('chunked upload', () => {
  it('uploads all chunks and reports the progress', async () => {
    const { server } = aServer()
    const { states, until } = upload(server)
    expect(await until('done')).toEqual({ phase: 'done', result: 'abcdefghij' })
    expect(states.filter((state) => state.phase === 'sending').map((state) => state.sent)).toEqual([
      0, 0, 4, 8,
    ])
  })

  it('continues after a connection lost before a chunk was stored', async () => {
    const { server, offsets } = aServer({ 2: transientError })
    const { states, until } = upload(server)
    expect(await until('done')).toMatchObject({ result: 'abcdefghij' })
    expect(states.some((state) => state.phase === 'waiting')).toBe(true)
    expect(offsets).toEqual([0, 4, 8])
  })

  it('stores nothing twice after a lost response', async () => {
    const { server, offsets } = aServer({ 2: transientError }, true)
    const { until } = upload(server)
    expect(await until('done')).toMatchObject({ result: 'abcdefghij' })
    expect(offsets).toEqual([0, 4, 8])
  })

  it('fails with the reason and without a retry when the server refuses', async () => {
    const { server, stored } = aServer({ 1: refused })
    const { until } = upload(server)
    expect(await until('failed')).toEqual({ phase: 'failed', error: refused })
    expect(stored()).toBe('')
  })

  it("resumes from the server's offset after a pause", async () => {
    const { server, offsets } = aServer()
    const { driver, states, until } = upload(server)
    driver.pause()
    expect(states.at(-1)).toMatchObject({ phase: 'paused' })
    driver.resume()
    expect(await until('done')).toMatchObject({ result: 'abcdefghij' })
    expect(offsets).toEqual([0, 4, 8])
  })

  it('discards an upload that is cancelled while it begins', async () => {
    const { server } = aServer()
    const begun = Promise.withResolvers<Awaited<ReturnType<UploadServer<string>['begin']>>>()
    const discarded: string[] = []
    const sent = vi.fn<typeof server.send>(server.send)
    let beginSignal: AbortSignal | null = null
    const { driver } = upload({
      ...server,
      send: sent,
      begin: (signal) => {
        beginSignal = signal
        return begun.promise
      },
      discard: (id) => Promise.resolve(void discarded.push(id)),
    })

    const cancelled = driver.cancel()
    begun.resolve({ id: 'u1', offset: 0, chunkBytes: 4 })
    await cancelled

    expect(beginSignal).toHaveProperty('aborted', false)
    expect(discarded).toEqual(['u1'])
    expect(sent).not.toHaveBeenCalled()
  })

  it('discards nothing when the begin fails after the cancellation', async () => {
    const { server } = aServer()
    const begun = Promise.withResolvers<Awaited<ReturnType<UploadServer<string>['begin']>>>()
    const discard = vi.fn<(id: string) => Promise<void>>(() => Promise.resolve())
    const { driver } = upload({ ...server, begin: () => begun.promise, discard })

    const cancelled = driver.cancel()
    begun.reject(transientError)
    await cancelled

    expect(discard).not.toHaveBeenCalled()
  })

  it('begins only once when it is paused and resumed while it begins', async () => {
    const { server } = aServer()
    const begin = vi.fn<typeof server.begin>(server.begin)
    const { driver, until } = upload({ ...server, begin })

    driver.pause()
    driver.resume()

    expect(await until('done')).toMatchObject({ result: 'abcdefghij' })
    expect(begin).toHaveBeenCalledOnce()
  })
})
