/** What attempts left on a device goes out at the next start of the app, without the attempt being opened. */
import { describe, expect, it } from 'vitest'
import { isLeftBehind } from '#src/features/assessments/attempt/left-behind.ts'
import type { AttemptRecord } from '#src/features/assessments/attempt/record.ts'
import {
  createDisk,
  createNetwork,
  createServer,
  createTime,
  openAttempt,
  type Weather,
} from './exam-world.ts'

/** Somebody answers on the road, may ask to submit, and the app is closed. */
const abandoned = async ({ submit = false } = {}) => {
  const time = createTime()
  const server = createServer(time)
  const weather: Weather = { offline: false, fates: [] }
  const transport = createNetwork(time, server, weather)
  const disk = createDisk(time)
  const exam = openAttempt(time, transport, disk)
  void exam.start()
  await time.pass(2_000)
  weather.offline = true
  void exam.choose(2, 'C')
  exam.note('left_tab', true)()
  await time.pass(1_000)
  if (submit) void exam.submit()
  await time.pass(1_000)
  exam.close()
  disk.kill()
  /** The next start of the app, with a connection. */
  const startApp = async () => {
    weather.offline = false
    const left = openAttempt(time, transport, disk, { leftover: true })
    const started = left.start()
    await time.pass(5_000)
    await started
    left.close()
  }
  return { time, server, weather, disk, transport, startApp }
}

describe('the next start of the app', () => {
  it('given an attempt that still runs, when it comes, then the answer counts, the events are told and nothing else happens', async () => {
    const { server, disk, startApp } = await abandoned()
    expect(server.answer(2).choice).toBeNull()
    await startApp()
    expect(server.answer(2).choice).toBe('C')
    expect(server.events()).toHaveLength(1)
    expect(server.state()).toBe('open')
    expect(disk.written()).toMatchObject({ entries: [], events: [] })
  })

  it('given a submission that was asked for, when it comes, then it is made once and the device forgets the attempt', async () => {
    const { server, disk, startApp } = await abandoned({ submit: true })
    await startApp()
    expect(server.answer(2).choice).toBe('C')
    expect([server.state(), server.submissions()]).toEqual(['submitted', 1])
    expect(disk.written()).toBeNull()
  })

  it('given another device that went on meanwhile, when it comes, then the attempt stays there and is not submitted', async () => {
    const { time, server, weather, transport, startApp } = await abandoned({ submit: true })
    weather.offline = false
    const other = openAttempt(time, transport, createDisk(time))
    void other.start()
    await time.pass(2_000)
    void other.choose(2, 'D')
    await time.pass(2_000)
    await startApp()
    expect(server.answer(2).choice).toBe('D')
    expect(server.state()).toBe('open')
    void other.choose(3, 'A')
    await time.pass(2_000)
    expect(server.answer(3).choice).toBe('A')
    other.close()
  })

  it('given an attempt that ended, when it comes, then what is late is told and the device forgets it', async () => {
    const { time, server, disk, startApp } = await abandoned()
    await time.pass(31 * 60_000)
    server.sweep()
    await startApp()
    expect(server.answer(2).choice).toBeNull()
    expect(server.events()).toHaveLength(1)
    expect(disk.written()).toBeNull()
  })

  it('given no connection, when it comes, then everything stays for the next one', async () => {
    const { server, disk, time, transport, weather } = await abandoned()
    weather.offline = true
    const left = openAttempt(time, transport, disk, { leftover: true })
    void left.start()
    await time.pass(5_000)
    left.close()
    disk.kill()
    expect(server.answer(2).choice).toBeNull()
    expect(disk.written()?.entries).toMatchObject([{ position: 2, choice: 'C' }])
    expect(disk.written()?.events).toHaveLength(1)
  })
})

it('given records on a device, when it is asked which to send, then those with something in them and those that are over', () => {
  const hold = { holder: 'h', version: 1 }
  const at = { life: 'a', steady: 0, wall: 1_000 }
  const empty: AttemptRecord = {
    hold,
    lastSeq: 4,
    entries: [],
    questions: [],
    events: [],
    place: 1,
    submitting: false,
    time: { leftMs: 60_000, at },
  }
  const entry = {
    position: 1,
    choice: 'A',
    final: false,
    marked: false,
    seen: true,
    seq: 4,
    answers: true,
  } as const
  const left = (record: Partial<AttemptRecord>, now = 2_000) =>
    isLeftBehind({ record: { ...empty, ...record } }, now)
  expect(left({})).toBe(false)
  expect(left({ entries: [{ ...entry, hold, given: at }] })).toBe(true)
  expect(left({ events: [{ id: 'e', kind: 'copy', at, position: 1, lastedMs: 0 }] })).toBe(true)
  expect(left({ submitting: true })).toBe(true)
  expect(left({}, 61_001)).toBe(true)
})
