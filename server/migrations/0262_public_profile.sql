-- What people show of themselves to everybody. A row exists once somebody chose; off by default. One writer: features/profile.
create table public_profile (
  client_id integer not null,
  user_id integer not null,
  is_on boolean not null default false,
  handle text check (handle ~ '^[a-z0-9-]{3,30}$'),
  fields text[] not null default '{}',
  -- Whether search engines may list the page.
  is_listed boolean not null default false,
  saved_at timestamptz not null,
  primary key (client_id, user_id),
  unique (client_id, handle),
  -- Nobody can find a profile without an address.
  check (handle is not null or not is_on),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('public_profile');
