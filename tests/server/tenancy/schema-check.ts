/** Checks tenant isolation in PostgreSQL's system catalogue (B5). Read-only; run it as a superuser. */
type Query = <T extends Record<string, unknown>>(text: string) => Promise<T[]>

/** Tables without a tenant, each with a reason. */
export const WITHOUT_TENANT: Readonly<Record<string, string>> = {
  kysely_migration: 'which migrations ran',
  kysely_migration_lock: 'one migrator at a time',
  installation_secret: 'signatures of the whole installation derive from one secret',
  server_process: 'a server serves every tenant',
  job_request: 'a job goes through every tenant',
  backup_run: 'a backup has every tenant in it',
  push_key: 'push services know the whole installation by one key',
}

/** Keys that are unique across tenants, each with a reason. */
export const GLOBAL_UNIQUE_KEYS: Readonly<Record<string, string>> = {
  client_slug_key: 'a slug is a public name by which the world finds a tenant',
  client_host_host_key: 'a host name belongs to one tenant by its nature',
}

/** Policies in addition to the tenant policy: `table.policy` with its role and reason. */
export const EXTRA_POLICIES: Readonly<Record<string, { role: string; reason: string }>> = {
  'client.registry': { role: 'lms_registry', reason: 'list_client_ids answers ids only' },
  'client_host.registry': { role: 'lms_registry', reason: 'find_client_by_host answers an id only' },
  'client_limit.registry': { role: 'lms_registry', reason: 'platform_clients answers numbers only' },
  'client_usage.registry': { role: 'lms_registry', reason: 'platform_clients answers numbers only' },
  ...Object.fromEntries(
    ['webhook_delivery', 'data_export', 'certificate_download', 'student_import', 'student_bulk'].map(
      (table) => [
        `${table}.registry`,
        { role: 'lms_registry', reason: 'platform_failed_work answers kinds, times and technical messages' },
      ],
    ),
  ),
  'client_feature.registry': { role: 'lms_registry', reason: 'platform_feature answers numbers only' },
  'outbox_message.registry': { role: 'lms_registry', reason: 'outbox_due_clients answers ids only' },
}

/** Tables in which the application may only insert. */
export const APPEND_ONLY = ['audit_event', 'audit_link', 'ledger_entry', 'ledger_transaction'] as const

const TENANT_RULE = '(client_id = ( SELECT current_client_id() AS current_client_id))'

/** Every violation, as one line each. */
export const findViolations = async (query: Query): Promise<string[]> => {
  const violations: string[] = []
  const tables = await query<{
    name: string
    has_tenant: boolean
    tenant_not_null: boolean
    rls: boolean
    forced: boolean
    owner: string
  }>(`
    select c.relname as name, c.relrowsecurity as rls, c.relforcerowsecurity as forced,
      pg_get_userbyid(c.relowner) as owner,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped) as has_tenant,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and a.attnotnull) as tenant_not_null
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`)
  const policies = await query<{
    name: string
    policy: string
    permissive: string
    roles: string
    cmd: string
    using_rule: string | null
    check_rule: string | null
  }>(`
    select tablename as name, policyname as policy, permissive, array_to_string(roles, ',') as roles, cmd,
      qual as using_rule, with_check as check_rule from pg_policies where schemaname = 'public'`)

  for (const table of tables) {
    if (!table.has_tenant) {
      if (!(table.name in WITHOUT_TENANT)) violations.push(`${table.name}: no client_id and not on the list`)
      continue
    }
    if (!table.tenant_not_null) violations.push(`${table.name}: client_id may be null`)
    if (!table.rls) violations.push(`${table.name}: row-level security is off`)
    if (!table.forced) violations.push(`${table.name}: row-level security does not bind the owner`)
    if (table.owner === 'lms_app') violations.push(`${table.name}: belongs to the product's role`)
    const tenantPolicies = policies.filter(
      (policy) => policy.name === table.name && policy.policy === 'tenant',
    )
    const rule = tenantPolicies[0]
    if (!rule || rule.cmd !== 'ALL' || rule.using_rule !== TENANT_RULE || rule.check_rule !== TENANT_RULE)
      violations.push(`${table.name}: the tenant policy is missing or not USING and WITH CHECK`)
  }
  for (const policy of policies) {
    if (policy.policy === 'tenant') continue
    const extra = EXTRA_POLICIES[`${policy.name}.${policy.policy}`]
    if (!extra || policy.roles !== extra.role || policy.cmd !== 'SELECT')
      violations.push(`${policy.name}: policy ${policy.policy} for ${policy.roles} bypasses tenant isolation`)
  }
  return [
    ...violations,
    ...(await keyViolations(query)),
    ...(await roleViolations(query)),
    ...(await privilegeViolations(query)),
  ]
}

const keyViolations = async (query: Query): Promise<string[]> => {
  const keys = await query<{ name: string; table: string; kind: string; columns: string[] }>(`
    select i.relname as name, t.relname as table, 'unique index' as kind,
      array(select a.attname::text from unnest(x.indkey) k join pg_attribute a on a.attrelid = t.oid and a.attnum = k) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = 'public' and x.indisunique
    union all
    select c.conname, t.relname, 'foreign key',
      array(select a.attname::text from unnest(c.conkey) k join pg_attribute a on a.attrelid = t.oid and a.attnum = k)
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = 'public' and c.contype = 'f'`)
  return keys
    .filter((key) => !(key.table in WITHOUT_TENANT) && !(key.name in GLOBAL_UNIQUE_KEYS))
    .filter((key) => !key.columns.includes('client_id'))
    .map((key) => `${key.table}: ${key.kind} ${key.name} is without client_id`)
}

const roleViolations = async (query: Query): Promise<string[]> => {
  const roles = await query<{ name: string; why: string }>(`
    select rolname as name, 'superuser' as why from pg_roles where rolname like 'lms_%' and rolsuper
    union all select rolname, 'BYPASSRLS' from pg_roles where rolname like 'lms_%' and rolbypassrls
    union all select rolname, 'may create roles or databases' from pg_roles
      where rolname in ('lms_app', 'lms_registry') and (rolcreaterole or rolcreatedb)
    union all select 'lms_app', 'is a member of ' || r.rolname from pg_roles r
      where r.rolname <> 'lms_app' and pg_has_role('lms_app', r.oid, 'MEMBER')
    union all select 'lms_registry', 'may log in' from pg_roles where rolname = 'lms_registry' and rolcanlogin
    union all select 'lms_owner', 'inherits' from pg_roles where rolname = 'lms_owner' and rolinherit
    union all select 'lms_app', 'may create in schema public' where has_schema_privilege('lms_app', 'public', 'CREATE')
    union all select 'lms_app', 'owns the database' from pg_database
      where datname = current_database() and pg_get_userbyid(datdba) = 'lms_app'`)
  return roles.map((role) => `${role.name}: ${role.why}`)
}

/** Views, functions with other rights, and the application's rights on append-only tables. */
const privilegeViolations = async (query: Query): Promise<string[]> => {
  const rights = await query<{ line: string }>(`
    select c.relname || ': view without security_invoker' as line
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('v', 'm')
        and not coalesce(c.reloptions @> array['security_invoker=true'], false)
    union all
    select p.proname || ': runs with the rights of ' || pg_get_userbyid(p.proowner) || ' without a fixed search_path'
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'public' and p.prosecdef
        and not exists (select from unnest(p.proconfig) s where s like 'search_path=%')
    union all
    select p.proname || ': runs with the rights of ' || pg_get_userbyid(p.proowner)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'public' and p.prosecdef
        and p.proname not in ('find_client_by_host', 'list_client_ids', 'outbox_due_clients', 'audit_chain', 'platform_clients', 'platform_failed_work', 'platform_mail_state', 'platform_feature')`)
  const appendOnly = await query<{ name: string; right: string }>(`
    select t.name, r.right from unnest(array[${APPEND_ONLY.map((name) => `'${name}'`).join(',')}]) as t(name),
      unnest(array['UPDATE', 'DELETE', 'TRUNCATE']) as r("right")
    where has_table_privilege('lms_app', t.name, r.right)`)
  return [
    ...rights.map(({ line }) => line),
    ...appendOnly.map(({ name, right }) => `${name}: lms_app may ${right}`),
  ]
}
