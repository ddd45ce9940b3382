-- How a person wants pages to look, on every device. A row exists once somebody chose. One writer: features/profile.
create table display_choice (
  client_id integer not null,
  user_id integer not null,
  appearance text not null check (appearance in ('system', 'light', 'dark')),
  text_size text not null check (text_size in ('normal', 'large', 'largest')),
  motion text not null check (motion in ('system', 'reduced')),
  captions text not null check (captions in ('own', 'always', 'off')),
  saved_at timestamptz not null,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('display_choice');

-- False: the person chose a time zone that stays when they travel.
alter table app_user add column follows_device_zone boolean not null default true;

-- Where a signed-in device says it is; null until it said so.
alter table user_session add column time_zone text;
