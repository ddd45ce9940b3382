-- A function in SQL is planned at each call: half a millisecond for each account and enrolment, with or without webhooks.
-- In PL/pgSQL its statements are planned once a connection. What it does stays the same.
create or replace function emit_webhook_event(client integer, event text, happened timestamptz, facts jsonb) returns void
  language plpgsql set search_path = public, pg_temp
  as $$
begin
  if not exists (select from webhook w where w.client_id = client and event = any (w.events)) then
    return;
  end if;
  with takers as (
    select w.id from webhook w where w.client_id = client and event = any (w.events) for key share),
  made as (
    insert into webhook_event (client_id, id, type, at, data)
    select client, gen_random_uuid(), event, happened, facts where exists (select from takers)
    returning id)
  insert into webhook_delivery (client_id, webhook_id, event_id, due_at)
  select client, t.id, m.id, least(happened, now()) from takers t, made m;
end $$;
