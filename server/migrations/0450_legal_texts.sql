-- Terms of use and privacy notices that admins write. Writer: features/client-info.
-- A version never changes: whoever accepted at a moment (app_user.terms_accepted_at) accepted the newest one of before.
create table client_legal_text (
  client_id integer not null references client (client_id) on delete cascade,
  kind text not null check (kind in ('terms', 'privacy')),
  version integer not null check (version > 0),
  -- By language; none: our standard text counts again.
  texts jsonb not null check (jsonb_typeof(texts) = 'object'),
  published_at timestamptz not null,
  published_by integer,
  primary key (client_id, kind, version),
  foreign key (client_id, published_by) references app_user (client_id, id) on delete set null (published_by)
);
create index client_legal_text_person on client_legal_text (client_id, published_by);
call protect_tenant_table('client_legal_text');
