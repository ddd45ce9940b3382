-- Study time that was reported, stretch by stretch, and what of it counted. One writer: features/activity.

-- One row a stretch. A repeat, in whole or in part, meets its own row.
create table study_segment (
  client_id integer not null,
  user_id integer not null,
  -- `<page life>.<number>` from our own app; a hash of the facts for clients that send the specification's fields only.
  segment_id text not null check (char_length(segment_id) between 1 and 80),
  session_id text not null check (char_length(session_id) <= 80),
  device_type text not null,
  device text not null,
  -- On the server's clock.
  started_at timestamptz not null,
  ended_at timestamptz not null,
  claimed_ms bigint not null check (claimed_ms >= 0),
  counted_ms bigint not null check (counted_ms >= 0),
  -- Why less counted than was claimed; null when all of it did.
  reason text check (reason in ('overlap', 'future', 'before_first_contact', 'too_old', 'day_full')),
  received_at timestamptz not null,
  primary key (client_id, user_id, segment_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index study_segment_recent on study_segment (client_id, user_id, started_at desc);
call protect_tenant_table('study_segment');

-- What of a learner's day is covered: the union over tabs and devices. Its length is the day's time.
create table study_cover (
  client_id integer not null,
  user_id integer not null,
  day date not null,
  covered tstzmultirange not null,
  counted_ms bigint not null check (counted_ms between 0 and 86400000),
  primary key (client_id, user_id, day),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('study_cover');

create function multirange_ms(ranges tstzmultirange) returns bigint
  language sql immutable parallel safe
  as $$ select coalesce(sum(round(extract(epoch from upper(r) - lower(r)) * 1000)), 0)::bigint from unnest(ranges) as r $$;

-- Credits one stretch (trust 8.2, rules: Learning): the union of intervals, inside the time since this
-- person's first contact, not in the future (5 s of slack for networks), split at the midnights of `zone`, a day at most full.
-- Runs under the caller's tenant. Returns what newly counted and the day's total.
create function credit_study_time(
  who integer, segment text, session text, kind text, device_name text, zone text,
  moment timestamptz, age_ms bigint, elapsed bigint, previous text
) returns table (newly_ms bigint, today_ms bigint)
  language plpgsql as $$
declare
  tenant constant integer := current_client_id();
  slack constant interval := interval '5 seconds';
  oldest constant interval := interval '30 days';
  known study_segment%rowtype;
  before study_segment%rowtype;
  from_at timestamptz;
  to_at timestamptz;
  floor_at timestamptz;
  contact timestamptz;
  why text := null;
  asked bigint;
  piece record;
  old_cover tstzmultirange;
  new_cover tstzmultirange;
  old_ms bigint;
  new_ms bigint;
  total bigint := 0;
begin
  -- One person's time is credited one stretch at a time, so that parallel deliveries see each other.
  perform pg_advisory_xact_lock(tenant, who);
  select * into known from study_segment s
    where s.client_id = tenant and s.user_id = who and s.segment_id = segment;
  if found then
    -- A repeat keeps the place of the first delivery: only what is longer now is new.
    from_at := known.started_at;
    asked := greatest(known.claimed_ms, elapsed);
    to_at := from_at + asked * interval '1 millisecond';
  else
    asked := elapsed;
    to_at := moment - age_ms * interval '1 millisecond';
    from_at := to_at - asked * interval '1 millisecond';
    -- Stretches of one page follow each other; a slow network must not lay one over the other.
    if previous is not null then
      select * into before from study_segment s
        where s.client_id = tenant and s.user_id = who and s.segment_id = previous;
      if found and before.ended_at > from_at and before.ended_at - from_at < interval '10 seconds' then
        to_at := to_at + (before.ended_at - from_at);
        from_at := before.ended_at;
      end if;
    end if;
  end if;

  select min(s.created_at) into contact from user_session s where s.client_id = tenant and s.user_id = who;
  floor_at := greatest(coalesce(contact, moment), moment - oldest);
  if from_at < floor_at then
    why := case when floor_at = contact then 'before_first_contact' else 'too_old' end;
  end if;
  if to_at > moment + slack then
    why := 'future';
  end if;

  insert into study_segment as s (client_id, user_id, segment_id, session_id, device_type, device, started_at, ended_at,
      claimed_ms, counted_ms, reason, received_at)
    values (tenant, who, segment, session, kind, device_name, from_at, to_at, asked, 0, why, moment)
    on conflict (client_id, user_id, segment_id) do update
      set ended_at = excluded.ended_at, claimed_ms = excluded.claimed_ms, received_at = excluded.received_at;

  from_at := greatest(from_at, floor_at);
  to_at := least(to_at, moment + slack);
  for piece in
    select d.day, greatest(from_at, d.day::timestamp at time zone zone) as lo,
      least(to_at, (d.day + 1)::timestamp at time zone zone) as hi
    from (select generate_series((from_at at time zone zone)::date, (to_at at time zone zone)::date, interval '1 day')::date as day) d
    where from_at < to_at
  loop
    continue when piece.lo >= piece.hi;
    select c.covered, c.counted_ms into old_cover, old_ms from study_cover c
      where c.client_id = tenant and c.user_id = who and c.day = piece.day;
    old_cover := coalesce(old_cover, '{}'::tstzmultirange);
    old_ms := coalesce(old_ms, 0);
    new_cover := old_cover + tstzmultirange(tstzrange(piece.lo, piece.hi));
    new_ms := multirange_ms(new_cover);
    if new_ms > 86400000 then
      why := coalesce(why, 'day_full');
      new_ms := 86400000;
    end if;
    continue when new_ms <= old_ms;
    insert into study_cover as c (client_id, user_id, day, covered, counted_ms)
      values (tenant, who, piece.day, new_cover, new_ms)
      on conflict (client_id, user_id, day) do update set covered = excluded.covered, counted_ms = excluded.counted_ms;
    -- Whole seconds a day, with the remainder carried by the millisecond count beside it.
    insert into daily_activity as a (client_id, user_id, day, seconds, updated_at)
      values (tenant, who, piece.day, new_ms / 1000 - old_ms / 1000, moment)
      on conflict (client_id, user_id, day) do update
        set seconds = least(86400, a.seconds + excluded.seconds), updated_at = excluded.updated_at;
    total := total + (new_ms - old_ms);
  end loop;

  update study_segment s
    set counted_ms = s.counted_ms + total,
        reason = case when s.counted_ms + total >= s.claimed_ms then null else coalesce(why, s.reason, 'overlap') end
    where s.client_id = tenant and s.user_id = who and s.segment_id = segment;

  return query select total, coalesce((select c.counted_ms from study_cover c
    where c.client_id = tenant and c.user_id = who and c.day = (moment at time zone zone)::date), 0)::bigint;
end $$;
grant execute on function credit_study_time to lms_app;
