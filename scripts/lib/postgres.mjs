// Finds a PostgreSQL that is not the product's private one, for running the server tests on a second engine.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const DEBIAN_SERVERS = '/usr/lib/postgresql'
const OLDEST = 15

/** An installed PostgreSQL in Debian's folder, or the one of DATABASE_URL_TEST. */
export const hasSystemPostgres = () =>
  Boolean(process.env.DATABASE_URL_TEST) ||
  (existsSync(DEBIAN_SERVERS) &&
    readdirSync(DEBIAN_SERVERS).some(
      (major) => Number(major) >= OLDEST && existsSync(join(DEBIAN_SERVERS, major, 'bin', 'initdb')),
    ))
