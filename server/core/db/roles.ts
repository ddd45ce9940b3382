/**
 * The database roles that keep tenants apart (trust 8.7). Roles belong to the whole cluster, so they are created under
 * an advisory lock before the migrations run.
 *   lms_owner     owns the schema and its objects; NOINHERIT, so that its memberships do not widen what it sees
 *   lms_app       the running product
 *   lms_registry  owns the few functions that read across tenants; nobody logs in as it
 */
import pg from 'pg'
import { ConfigError } from '../config.ts'

export const OWNER = 'lms_owner'
export const APP = 'lms_app'
export const REGISTRY = 'lms_registry'

/** PostgreSQL 15: the oldest version with everything that the migrations use. */
const OLDEST_VERSION = 150_000
const SETUP_LOCK = 4_100_002

interface Login {
  name: string
  superuser: boolean
  mayCreateRoles: boolean
}

/** Checks the server's version, creates missing roles and gives the schema to the owner role. */
export const prepareRoles = async (client: pg.Client, options: { appMayLogIn: boolean }): Promise<void> => {
  await checkVersion(client)
  const login = await readLogin(client)
  await client.query('select pg_advisory_lock($1)', [SETUP_LOCK])
  try {
    await createMissingRoles(client, login, options.appMayLogIn)
    await grantMemberships(client, login)
    await transferSchema(client)
    await refuseExcessRights(client)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [SETUP_LOCK])
  }
}

const checkVersion = async (client: pg.Client) => {
  const { rows } = await client.query<{ number: number; version: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
  )
  const found = rows[0]
  if (!found || found.number < OLDEST_VERSION)
    throw new ConfigError(
      `DATABASE_URL: PostgreSQL 15 or newer is needed, this one is ${found?.version ?? 'older'}`,
    )
}

const readLogin = async (client: pg.Client): Promise<Login> => {
  const { rows } = await client.query<Login>(
    `select rolname as name, rolsuper as superuser, rolcreaterole as "mayCreateRoles"
       from pg_roles where rolname = session_user`,
  )
  if (!rows[0]) throw new ConfigError('DATABASE_URL: the login has no role')
  return rows[0]
}

const createMissingRoles = async (client: pg.Client, login: Login, appMayLogIn: boolean) => {
  const { rows } = await client.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname = any($1)',
    [[OWNER, APP, REGISTRY]],
  )
  const wanted: Record<string, string> = {
    [OWNER]: 'noinherit nologin',
    [APP]: appMayLogIn ? 'login' : 'nologin',
    [REGISTRY]: 'nologin',
  }
  const missing = Object.keys(wanted).filter((name) => !rows.some((row) => row.rolname === name))
  if (missing.length > 0 && !login.superuser && !login.mayCreateRoles)
    throw new ConfigError(needsRoles(login))
  for (const name of missing) await client.query(`create role ${name} ${wanted[name]}`)
}

const grantMemberships = async (client: pg.Client, login: Login) => {
  const grants = [
    [REGISTRY, OWNER],
    ...(login.superuser
      ? []
      : [
          [OWNER, login.name],
          [APP, login.name],
        ]),
  ]
  for (const [role, member] of grants) {
    if (!role || !member) continue
    const { rows } = await client.query<{ may: boolean }>(
      // Since PostgreSQL 16, creating a role makes the creator a member without the right to become that role.
      `select pg_has_role($1, $2, case when current_setting('server_version_num')::int >= 160000
                                       then 'SET' else 'MEMBER' end) as may`,
      [member, role],
    )
    if (rows[0]?.may) continue
    await client
      .query(`grant ${pg.escapeIdentifier(role)} to ${pg.escapeIdentifier(member)}`)
      .catch((cause: unknown) => {
        throw new ConfigError(needsRoles(login), { cause })
      })
  }
}

const transferSchema = async (client: pg.Client) => {
  const { rows } = await client.query<{ owner: string; database: string }>(
    "select nspowner::regrole::text as owner, current_database() as database from pg_namespace where nspname = 'public'",
  )
  const found = rows[0]
  if (found && found.owner === OWNER) return
  try {
    if (!found) await client.query(`create schema public`)
    const database = pg.escapeIdentifier(found?.database ?? '')
    // Trusted extensions need CREATE on the database, too.
    if (found) await client.query(`grant create on database ${database} to ${OWNER}`)
    await client.query(`alter schema public owner to ${OWNER}`)
  } catch (cause) {
    throw new ConfigError(
      `DATABASE_URL: the login must own the database (or run once as an administrator: alter schema public owner to ${OWNER})`,
      { cause },
    )
  }
}

// Superusers and roles with BYPASSRLS ignore row-level security, which would leave tenants unprotected.
const refuseExcessRights = async (client: pg.Client) => {
  const { rows } = await client.query<{ rolname: string }>(
    `select rolname from pg_roles where rolname = any($1)
        and (rolsuper or rolbypassrls
             or (rolname = $2 and rolinherit)
             or (rolname = $3 and (pg_has_role($3, $2, 'MEMBER') or pg_has_role($3, $4, 'MEMBER'))))`,
    [[OWNER, APP, REGISTRY], OWNER, APP, REGISTRY],
  )
  if (rows.length > 0)
    throw new ConfigError(
      `The database role ${rows.map((row) => row.rolname).join(', ')} has more rights than the product allows (superuser, BYPASSRLS, INHERIT of the owner or a membership): take them away`,
    )
}

const needsRoles = (login: Login) =>
  `DATABASE_URL: the login ${login.name} may not create roles. Give it CREATEROLE, or run once as an administrator: ` +
  `create role ${OWNER} noinherit; create role ${APP}; create role ${REGISTRY}; ` +
  `grant ${REGISTRY} to ${OWNER}; grant ${OWNER}, ${APP} to "${login.name}"`
