-- An administrator sees the product as a learner, with a session that can only read. Writer: features/auth/support.
alter table user_session add column is_support boolean not null default false;

create table support_view (
  client_id integer not null references client (client_id) on delete cascade,
  -- The session in user_session, which goes sooner than this row.
  id uuid not null,
  user_id integer not null,
  admin_id integer,
  -- The view ends with this session.
  admin_session_id uuid not null,
  reason text not null check (length(reason) <= 300),
  started_at timestamptz not null,
  expires_at timestamptz not null check (expires_at <= started_at + interval '30 minutes'),
  ended_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  foreign key (client_id, admin_id) references app_user (client_id, id) on delete set null (admin_id)
);
create index support_view_person on support_view (client_id, user_id, started_at desc);
create index support_view_admin on support_view (client_id, admin_id);
create index support_view_running on support_view (client_id, admin_session_id) where ended_at is null;
call protect_tenant_table('support_view');
