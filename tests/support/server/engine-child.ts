/** Runs in a separate process, for example as another user: starts the engine, prints who runs it, stops it. */
import pg from 'pg'
import { startEngine } from '#server/core/db/engine.ts'
import { silentLog } from './engine.ts'

const dataDir = process.argv[2]
if (!dataDir) throw new Error('data folder missing')
const engine = await startEngine({ dataDir, log: silentLog })
const client = new pg.Client(engine.connection)
await client.connect()
const { rows } = await client.query<{ fsync: string; listening: string }>(
  "select current_setting('fsync') as fsync, current_setting('listen_addresses') as listening",
)
await client.end()
console.log(JSON.stringify({ ...rows[0], pid: engine.pid(), uid: process.getuid?.() }))
await engine.stop()
