-- Reminders of programme parts that were sent: each once, whichever server sends it. Writer: features/money.
create table programme_reminder (
  client_id integer not null,
  order_id integer not null,
  position integer not null,
  moment text not null check (moment in ('before', 'today', 'late', 'last')),
  sent_at timestamptz not null,
  primary key (client_id, order_id, position, moment),
  foreign key (client_id, order_id, position) references programme_part (client_id, order_id, position)
);
call protect_tenant_table('programme_reminder');
revoke update, delete, truncate on programme_reminder from lms_app;
