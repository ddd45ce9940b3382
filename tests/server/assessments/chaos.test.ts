import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lostOf, runExamChaos } from '#tests/support/server/exam-chaos.ts'
import type { Victim } from '#tests/support/server/chaos.ts'

const FULL = process.env.FULL === '1'
const repeat = (victim: Victim, times: number): Victim[] => Array.from({ length: times }, () => victim)
/** E5: the server twenty times, the database ten; without FULL each once. */
const victims: Victim[] = FULL ? [...repeat('server', 20), ...repeat('database', 10)] : ['server', 'database']

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lms-exam-chaos-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test(
  `E5: loses no acknowledged answer when server and database are killed ${victims.length} times`,
  async () => {
    const result = await runExamChaos({ victims, dataDir })
    expect(result).toMatchObject({
      kills: victims.length,
      lost: [],
      isGradedCorrectly: true,
      unexpectedExits: 0,
    })
    expect(result.acknowledged).toBeGreaterThan(victims.length * 8)
  },
  FULL ? 900_000 : 180_000,
)

test('control: reports acknowledged answers that are missing, older or different', () => {
  const acked = new Map([
    [1, { choice: 'A', seq: 4 }],
    [2, { choice: 'B', seq: 5 }],
    [3, { choice: 'C', seq: 6 }],
    [4, { choice: 'D', seq: 7 }],
    [5, { choice: 'A', seq: 8 }],
  ])
  const stored = new Map([
    [2, { choice: 'B', seq: 2 }],
    [3, { choice: 'D', seq: 6 }],
    [4, { choice: 'D', seq: 7 }],
    [5, { choice: 'B', seq: 9 }],
  ])
  const lost = lostOf(acked, new Map([[5, { choice: 'B', seq: 9 }]]), stored)
  expect(lost.map((line) => line[0])).toEqual(['1', '2', '3'])
})
