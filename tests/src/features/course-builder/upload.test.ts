import { describe, expect, it } from 'vitest'
import {
  startUpload,
  type UploadServer,
  type UploadState,
} from '#src/features/course-builder/model/upload.ts'

const passing = new Error('no connection')
const refused = new Error('not a video')

/** Keeps what it got; the n-th piece fails as told. */
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
  let tell: (state: UploadState<string>) => void = () => undefined
  const until = (phase: UploadState<string>['phase']) =>
    new Promise<UploadState<string>>((resolve) => {
      const found = states.findLast((state) => state.phase === phase)
      if (found) resolve(found)
      tell = (state) => {
        if (state.phase === phase) resolve(state)
      }
    })
  const driver = startUpload({
    file: new Blob([text]),
    server,
    onState: (state) => {
      states.push(state)
      tell(state)
    },
    isPassing: (error) => error === passing,
    wait: () => Promise.resolve(),
  })
  return { driver, states, until }
}

describe('upload in pieces', () => {
  it('given a file of three pieces, when sent, then it arrives whole and its progress is told', async () => {
    const { server } = aServer()
    const { states, until } = upload(server)
    expect(await until('done')).toEqual({ phase: 'done', result: 'abcdefghij' })
    expect(states.filter((state) => state.phase === 'sending').map((state) => state.sent)).toEqual([
      0, 0, 4, 8,
    ])
  })

  it('given a cut before a piece was stored, when the connection returns, then it goes on from there', async () => {
    const { server, offsets } = aServer({ 2: passing })
    const { states, until } = upload(server)
    expect(await until('done')).toMatchObject({ result: 'abcdefghij' })
    expect(states.some((state) => state.phase === 'waiting')).toBe(true)
    expect(offsets).toEqual([0, 4, 8])
  })

  it('given an answer lost after the piece was stored, when it goes on, then nothing is stored twice', async () => {
    const { server, offsets } = aServer({ 2: passing }, true)
    const { until } = upload(server)
    expect(await until('done')).toMatchObject({ result: 'abcdefghij' })
    expect(offsets).toEqual([0, 4, 8])
  })

  it('given a refusal, when sent, then it ends with the reason and is not tried again', async () => {
    const { server, stored } = aServer({ 1: refused })
    const { until } = upload(server)
    expect(await until('failed')).toEqual({ phase: 'failed', error: refused })
    expect(stored()).toBe('')
  })

  it('given a pause, when resumed, then it goes on where the server is', async () => {
    const { server, offsets } = aServer()
    const { driver, states, until } = upload(server)
    driver.pause()
    expect(states.at(-1)).toMatchObject({ phase: 'paused' })
    driver.resume()
    expect(await until('done')).toMatchObject({ result: 'abcdefghij' })
    expect(offsets).toEqual([0, 4, 8])
  })
})
