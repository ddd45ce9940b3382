-- What became of campaign mails after they left: bounces and complaints that the mail provider reports, clicks, and opens
-- if the client counts them (docs/decisions/emails). Writer: features/emails.
create table email_settings (
  client_id integer primary key references client (client_id) on delete cascade,
  -- Off until an admin switches it on: an opened mail tells more about people than most clients need.
  track_opens boolean not null default false,
  -- The key of the address for reports derives from it: a higher number is another key.
  events_key integer not null default 1 check (events_key > 0),
  last_event_at timestamptz
);
call protect_tenant_table('email_settings');

alter table email_recipient
  add column bounced_at timestamptz,
  -- What the provider said of the bounce.
  add column bounce text check (char_length(bounce) <= 300),
  add column complained_at timestamptz,
  add column opened_at timestamptz,
  -- The first click.
  add column clicked_at timestamptz;
-- A report without the mail's id belongs to the newest mail of its address.
create index email_recipient_address on email_recipient (client_id, email_key, settled_at);

alter table email_suppression add column detail text check (char_length(detail) <= 300);
