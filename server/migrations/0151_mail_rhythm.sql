-- How often somebody wants mails about what is new (CO5 "digest"), a row for each person who ever chose.
-- Writer: features/notifications.

create table notification_mail (
  client_id integer not null,
  user_id integer not null,
  rhythm text not null check (rhythm in ('at_once', 'daily', 'never')),
  -- Minutes after midnight on the person's own clock, for the mail of the day.
  daily_minute smallint not null check (daily_minute between 0 and 1439),
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('notification_mail');
