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
  it('sends the answers and events of a running attempt, and does not submit it', async () => {
    const { server, disk, startApp } = await abandoned()
    expect(server.answer(2).choice).toBeNull()
    await startApp()
    expect(server.answer(2).choice).toBe('C')
    expect(server.events()).toHaveLength(1)
    expect(server.state()).toBe('open')
    expect(disk.written()).toMatchObject({ entries: [], events: [] })
  })

  it('submits once if the person had asked for it, then deletes the record', async () => {
    const { server, disk, startApp } = await abandoned({ submit: true })
    await startApp()
    expect(server.answer(2).choice).toBe('C')
    expect([server.state(), server.submissions()]).toEqual(['submitted', 1])
    expect(disk.written()).toBeNull()
  })

  it('leaves an attempt to the device that has taken it over', async () => {
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

  it('reports late answers of an ended attempt, then deletes the record', async () => {
    const { time, server, disk, startApp } = await abandoned()
    await time.pass(31 * 60_000)
    server.sweep()
    await startApp()
    expect(server.answer(2).choice).toBeNull()
    expect(server.events()).toHaveLength(1)
    expect(disk.written()).toBeNull()
  })

  it('keeps everything for the next start when there is no connection', async () => {
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

it('chooses records with unsent content and records of ended attempts', () => {
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
