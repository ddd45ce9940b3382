-- What people are told, and where they want to be told it (rules: Notifications). Writer: features/notifications.

create table notification (
  client_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  kind text not null,
  -- Names and titles; the words around them belong to the app and to mails.
  params jsonb not null,
  link text not null check (link ~ '^/' and link !~ '^//'),
  -- The same occasion tells a person once, however often and in whatever way it is announced.
  dedupe_key text not null,
  created_at timestamptz not null,
  -- Shown in the bell.
  in_app boolean not null,
  read_at timestamptz,
  -- What it was about is gone, for the moment or for good.
  withdrawn boolean not null default false,
  -- When it is to be pushed or mailed; null: never, or done.
  push_at timestamptz,
  push_tries smallint not null default 0,
  pushed_at timestamptz,
  mail_at timestamptz,
  primary key (client_id, id),
  unique (client_id, user_id, dedupe_key),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index notification_shown on notification (client_id, user_id, id desc) where in_app and not withdrawn;
create index notification_unread on notification (client_id, user_id)
  where in_app and not withdrawn and read_at is null;
create index notification_push_due on notification (client_id, push_at) where push_at is not null;
create index notification_mail_due on notification (client_id, mail_at) where mail_at is not null;
create index notification_pushed on notification (client_id, user_id, pushed_at) where pushed_at is not null;
create index notification_occasion on notification (client_id, dedupe_key);
create index notification_age on notification (client_id, created_at);
call protect_tenant_table('notification');

-- A row for each kind that a person ever changed.
create table notification_preference (
  client_id integer not null,
  user_id integer not null,
  kind text not null,
  in_app boolean not null,
  email boolean not null,
  push boolean not null,
  primary key (client_id, user_id, kind),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('notification_preference');

-- Minutes after midnight on the person's own clock.
create table notification_quiet (
  client_id integer not null,
  user_id integer not null,
  from_minute smallint not null check (from_minute between 0 and 1439),
  to_minute smallint not null check (to_minute between 0 and 1439),
  primary key (client_id, user_id),
  check (from_minute <> to_minute),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('notification_quiet');

-- Browsers that are pushed to, each as long as the session that asked for it.
create table push_subscription (
  client_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  session_id text not null,
  endpoint text not null check (char_length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  primary key (client_id, id),
  unique (client_id, endpoint),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index push_subscription_of on push_subscription (client_id, user_id, id desc);
call protect_tenant_table('push_subscription');

-- The key by which push services know this installation (VAPID, RFC 8292); its private part is sealed.
create table push_key (
  id smallint primary key check (id = 1),
  public_key text not null,
  private_enc bytea not null,
  created_at timestamptz not null
);
grant select, insert, delete on push_key to lms_app;
