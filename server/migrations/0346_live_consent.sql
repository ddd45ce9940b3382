-- What the client asks of people who do not agree to a recording; without a row the hosts decide for each session.
-- Writer: features/live/admin.
create table live_setting (
  client_id integer primary key references client (client_id) on delete cascade,
  consent_rule text not null check (consent_rule in ('hidden', 'required')),
  updated_at timestamptz not null
);
call protect_tenant_table('live_setting');
