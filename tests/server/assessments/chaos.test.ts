import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lostOf, runExamChaos } from '#tests/support/server/exam-chaos.ts'
import type { Victim } from '#tests/support/server/chaos.ts'

const FULL = process.env.FULL === '1'
const of = (victim: Victim, times: number): Victim[] => Array.from({ length: times }, () => victim)
/** TRUST E5: the server twenty times, the database ten; without FULL one of each. */
const victims: Victim[] = FULL ? [...of('server', 20), ...of('database', 10)] : ['server', 'database']

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lms-exam-chaos-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test(
  `given somebody in an assessment, when server and database are killed ${victims.length} times, then no acknowledged answer is lost`,
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

test('given an acknowledged answer that is missing, older or another one, when compared, then it is reported: the control', () => {
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
