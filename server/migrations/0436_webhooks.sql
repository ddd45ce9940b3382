-- Webhooks: facts go to subscribed addresses of other systems (ST6). Writer: features/api-access; the events are
-- written by triggers at the end, in the transaction of the fact.
create table webhook (
  client_id integer not null references client (client_id) on delete cascade,
  -- Chosen by the browser: a repeat of the call finds it.
  id uuid not null,
  url text not null check (char_length(url) between 9 and 500),
  events text[] not null check (cardinality(events) > 0),
  is_active boolean not null default true,
  paused_for text check (paused_for in ('person', 'failures')),
  secret_enc bytea not null,
  secret_made_at timestamptz not null,
  -- Signs as well until then.
  former_enc bytea,
  former_until timestamptz,
  made_by integer,
  made_at timestamptz not null,
  primary key (client_id, id),
  check (is_active = (paused_for is null)),
  check ((former_enc is null) = (former_until is null)),
  foreign key (client_id, made_by) references app_user (client_id, id) on delete set null (made_by)
);
create index webhook_maker on webhook (client_id, made_by);
call protect_tenant_table('webhook');

create table webhook_event (
  client_id integer not null references client (client_id) on delete cascade,
  id uuid not null,
  type text not null check (char_length(type) between 3 and 60),
  at timestamptz not null,
  -- contract/api-access/events.ts: ids, no names.
  data jsonb not null,
  primary key (client_id, id)
);
create index webhook_event_at on webhook_event (client_id, at);
call protect_tenant_table('webhook_event');

create table webhook_delivery (
  client_id integer not null,
  id uuid not null default gen_random_uuid(),
  webhook_id uuid not null,
  event_id uuid not null,
  -- A 'sending' row is under way until `due_at`; after it its server has crashed and it is tried again.
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'failed')),
  tries integer not null default 0,
  due_at timestamptz not null,
  tried_at timestamptz,
  status integer,
  took_ms integer,
  failure text check (failure in ('unknown-host', 'not-allowed', 'no-answer', 'status')),
  answer text check (char_length(answer) <= 1024),
  primary key (client_id, id),
  unique (client_id, webhook_id, event_id),
  foreign key (client_id, webhook_id) references webhook (client_id, id) on delete cascade,
  foreign key (client_id, event_id) references webhook_event (client_id, id) on delete cascade
);
create index webhook_delivery_due on webhook_delivery (client_id, webhook_id, due_at)
  where state in ('waiting', 'sending');
create index webhook_delivery_event on webhook_delivery (client_id, event_id);
call protect_tenant_table('webhook_delivery');

-- The event and its deliveries, if anybody is subscribed. The lock waits for a webhook that is being deleted, so that a
-- delivery without a webhook never breaks the transaction of the fact.
create function emit_webhook_event(client integer, event text, happened timestamptz, facts jsonb) returns void
  language sql set search_path = public, pg_temp
  as $$
    with takers as (
      select w.id from webhook w where w.client_id = client and event = any (w.events) for key share),
    made as (
      insert into webhook_event (client_id, id, type, at, data)
      select client, gen_random_uuid(), event, happened, facts where exists (select from takers)
      returning id)
    insert into webhook_delivery (client_id, webhook_id, event_id, due_at)
    select client, t.id, m.id, least(happened, now()) from takers t, made m
  $$;

create function webhook_person_created() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
begin
  perform emit_webhook_event(new.client_id, 'person.created', new.created_at,
    jsonb_build_object('person_id', new.id, 'role', new.role, 'language', new.language));
  return null;
end $$;
create trigger app_user_webhooks after insert on app_user
  for each row execute function webhook_person_created();

create function webhook_enrolled() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
begin
  perform emit_webhook_event(new.client_id, 'person.enrolled',
    case when tg_op = 'INSERT' then new.enrolled_at else now() end,
    jsonb_build_object('person_id', new.user_id, 'course_id', new.course_id));
  return null;
end $$;
create trigger enrolment_webhooks_first after insert on enrolment
  for each row execute function webhook_enrolled();
create trigger enrolment_webhooks_again after update of left_at on enrolment
  for each row when (old.left_at is not null and new.left_at is null) execute function webhook_enrolled();

create function webhook_course_completed() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
begin
  perform emit_webhook_event(new.client_id, 'course.completed', new.completed_at,
    jsonb_build_object('person_id', new.user_id, 'course_id', new.course_id));
  return null;
end $$;
create trigger enrolment_webhooks_completed after update of completed_at on enrolment
  for each row when (old.completed_at is null and new.completed_at is not null)
  execute function webhook_course_completed();

create function webhook_certificate_issued() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
begin
  perform emit_webhook_event(new.client_id, 'certificate.issued', new.issued_at, jsonb_build_object(
    'person_id', new.user_id, 'certificate_id', new.id, 'serial', new.serial,
    'course_id', new.course_id, 'assessment_id', new.assessment_id));
  return null;
end $$;
create trigger certificate_webhooks after insert on certificate
  for each row execute function webhook_certificate_issued();

create function webhook_attempt_finished() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
begin
  perform emit_webhook_event(new.client_id, 'attempt.finished', coalesce(new.finished_at, now()),
    jsonb_build_object('person_id', new.user_id, 'attempt_id', new.id, 'assessment_id', new.assessment_id));
  return null;
end $$;
create trigger assessment_attempt_webhooks after update of state on assessment_attempt
  for each row when (old.state = 'open' and new.state = 'submitted')
  execute function webhook_attempt_finished();

-- At the commit, when the entries of the transaction are there: what moved on the accounts that hold money.
create function webhook_money_moved() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
declare
  moved record;
begin
  for moved in
    select e.currency, abs(sum(e.amount_minor))::bigint as amount,
      (select min(p.person_id) from ledger_entry p
       where p.client_id = new.client_id and p.transaction_id = new.id) as person
    from ledger_entry e
    where e.client_id = new.client_id and e.transaction_id = new.id
      and split_part(e.account, ':', 1) in ('bank', 'cash', 'clearing')
    group by e.currency
  loop
    perform emit_webhook_event(new.client_id,
      case new.kind when 'payment' then 'payment.received' else 'refund.made' end, new.at,
      jsonb_build_object('person_id', moved.person, 'transaction_id', new.id,
        'amount_minor', moved.amount, 'currency', moved.currency));
  end loop;
  return null;
end $$;
create constraint trigger ledger_transaction_webhooks after insert on ledger_transaction
  deferrable initially deferred for each row when (new.kind in ('payment', 'refund'))
  execute function webhook_money_moved();
