-- Planning of live sessions. Writer: features/live/admin.

-- A repeated call to plan finds what it planned: the session, or the first one of its series.
alter table live_session add column creation_key uuid;
create unique index live_session_creation on live_session (client_id, created_by, creation_key);

-- The meeting services of a client. A link needs no settings.
create table live_provider (
  client_id integer not null references client (client_id) on delete cascade,
  provider text not null check (provider in ('jitsi', 'bigbluebutton')),
  url text not null check (url like 'https://%' and char_length(url) <= 2000),
  app_id text check (char_length(app_id) between 1 and 200),
  secret_enc bytea not null,
  -- When the service accepted exactly these settings.
  checked_at timestamptz,
  updated_at timestamptz not null,
  primary key (client_id, provider)
);
call protect_tenant_table('live_provider');
