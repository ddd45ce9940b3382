/**
 * `npm run chaos`: kills server and database 20 times during writes on a temporary data folder; fails if anything is
 * lost.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChaos } from '#tests/support/server/chaos.ts'

const KILLS = 20

const dataDir = await mkdtemp(join(tmpdir(), 'lms-chaos-'))
try {
  const result = await runChaos({ kills: KILLS, dataDir, onProgress: (line) => console.log(line) })
  const times = result.recoveryMs.toSorted((a, b) => a - b)
  console.log(
    `${result.kills} kills, ${result.acknowledged} acknowledged writes, ${result.lost.length} lost; ` +
      `ready again after ${times[Math.floor(times.length / 2)]} ms (median), ${times.at(-1)} ms at most`,
  )
  if (result.lost.length > 0 || result.unexpectedExits > 0) process.exitCode = 1
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
