-- Copies of a person's data, and deletions of accounts. One writer: features/own-data.
create table data_export (
  client_id integer not null,
  user_id integer not null,
  id uuid not null,
  -- waiting: for the job · ready: can be fetched until expires_at · failed: can be asked for again
  state text not null check (state in ('waiting', 'ready', 'failed')),
  requested_at timestamptz not null,
  -- When the job begins next: a run that was interrupted is repeated.
  next_try_at timestamptz not null,
  tries integer not null default 0,
  file_url text,
  bytes integer,
  expires_at timestamptz,
  -- One copy a person.
  primary key (client_id, user_id),
  unique (client_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index data_export_due on data_export (client_id, next_try_at) where state = 'waiting';
call protect_tenant_table('data_export');

create table account_deletion (
  client_id integer not null,
  user_id integer not null,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  erased_at timestamptz,
  -- Stored files of the person that are still to be removed: listed in the transaction that erased the rows.
  files text[] not null default '{}',
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index account_deletion_due on account_deletion (client_id, due_at) where erased_at is null;
call protect_tenant_table('account_deletion');
