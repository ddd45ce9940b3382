-- Links by which people outside of the client read the applications to one job, without an account.
-- Writer: features/job-applications. The code in the address is derived from the id and the nonce under the
-- installation's secret: nothing in this table opens it.
create table job_partner_link (
  client_id integer not null,
  id integer generated always as identity,
  job_id integer not null,
  -- Whom it is for, as staff call them.
  name text not null check (char_length(name) between 1 and 120),
  nonce uuid not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views integer not null default 0 check (views >= 0),
  viewed_at timestamptz,
  created_by integer,
  -- A repeat of the call that created it finds it by this key.
  created_key uuid not null,
  created_at timestamptz not null,
  primary key (client_id, id),
  unique (client_id, job_id, created_key),
  foreign key (client_id, job_id) references job (client_id, id) on delete cascade,
  foreign key (client_id, created_by) references app_user (client_id, id) on delete set null (created_by)
);
create index job_partner_link_creator on job_partner_link (client_id, created_by) where created_by is not null;
call protect_tenant_table('job_partner_link');
