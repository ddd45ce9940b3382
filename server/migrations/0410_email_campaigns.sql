-- E-mail campaigns: the draft, one row for each person who gets it, and addresses that get none. Writer: features/emails.
create table email_campaign (
  client_id integer not null references client (client_id) on delete cascade,
  -- Chosen by the browser: a repeat of the call finds it.
  id uuid not null,
  name text not null,
  purpose text not null check (purpose in ('course', 'news')),
  state text not null default 'draft' check (
    state in ('draft', 'scheduled', 'sending', 'paused', 'done', 'cancelled')),
  -- contract/emails/content.ts and the audience of contract/emails/campaigns.ts.
  content jsonb not null,
  audience jsonb not null,
  -- Counts the saves: nobody overwrites what they did not see.
  version integer not null default 1,
  made_by integer,
  made_at timestamptz not null,
  changed_at timestamptz not null,
  scheduled_at timestamptz,
  -- Who pressed send: a scheduled campaign starts only while they still administer.
  started_by integer,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, made_by) references app_user (client_id, id) on delete set null (made_by),
  foreign key (client_id, started_by) references app_user (client_id, id) on delete set null (started_by)
);
create index email_campaign_time on email_campaign (client_id, changed_at);
create index email_campaign_open on email_campaign (client_id, state) where state in ('scheduled', 'sending');
create index email_campaign_maker on email_campaign (client_id, made_by);
create index email_campaign_starter on email_campaign (client_id, started_by);
call protect_tenant_table('email_campaign');

create table email_recipient (
  client_id integer not null,
  campaign_id uuid not null,
  number integer not null check (number > 0),
  email text not null,
  email_key text not null,
  name text,
  user_id integer,
  language text not null check (language in ('en', 'hi', 'ar')),
  -- 'sending' is written before the mail is handed over, the outcome after it. Whatever is between both after a crash
  -- becomes 'unknown' and is not sent again.
  state text not null check (state in ('waiting', 'sending', 'sent', 'failed', 'unknown', 'left_out')),
  exclusion text,
  error text,
  attempts integer not null default 0,
  due_at timestamptz not null,
  taken_at timestamptz,
  settled_at timestamptz,
  unsubscribed_at timestamptz,
  primary key (client_id, campaign_id, number),
  -- Nobody gets a campaign twice.
  unique (client_id, campaign_id, email_key),
  foreign key (client_id, campaign_id) references email_campaign (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index email_recipient_due on email_recipient (client_id, campaign_id, due_at, number) where state = 'waiting';
create index email_recipient_state on email_recipient (client_id, campaign_id, state, number);
create index email_recipient_taken on email_recipient (client_id, taken_at) where state = 'sending';
create index email_recipient_person on email_recipient (client_id, user_id);
call protect_tenant_table('email_recipient');

-- Addresses that get no campaign, whether or not they have an account.
create table email_suppression (
  client_id integer not null references client (client_id) on delete cascade,
  email_key text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained')),
  since timestamptz not null,
  primary key (client_id, email_key)
);
call protect_tenant_table('email_suppression');
