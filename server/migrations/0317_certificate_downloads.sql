-- Certificates of many people as one ZIP file, made by a job. Writer: features/certificates.
create table certificate_download (
  client_id integer not null references client (client_id) on delete cascade,
  -- Chosen by the browser: a repeat of the call finds it.
  id uuid not null,
  asked_by integer,
  asked_at timestamptz not null,
  state text not null check (state in ('waiting', 'ready', 'failed')),
  certificate_ids integer[] not null check (cardinality(certificate_ids) between 1 and 1000),
  done integer not null default 0 check (done >= 0),
  -- Where the QR codes lead: as the person who asked reaches this server.
  origin text not null,
  names_client boolean not null,
  -- When the job begins next: a run that was interrupted is repeated.
  next_try_at timestamptz not null,
  tries integer not null default 0,
  file_url text,
  expires_at timestamptz not null,
  primary key (client_id, id),
  check ((state = 'ready') = (file_url is not null)),
  foreign key (client_id, asked_by) references app_user (client_id, id) on delete set null (asked_by)
);
create index certificate_download_due on certificate_download (client_id, next_try_at) where state = 'waiting';
create index certificate_download_person on certificate_download (client_id, asked_by);
call protect_tenant_table('certificate_download');
