-- One statement a report, a transaction of its own: zone, first contact and repeats are read together, each row is written
-- once. The rules are those of 0040 and 0041 (trust 8.2, rules: Learning) with one mended: a stretch is
-- moved behind the one before it only where that one began earlier.

drop function credit_study_time;
drop function multirange_ms;

-- `asks_zone`: nothing was credited, because a session begins in another zone than the learner's; the caller decides and
-- calls again without `device_zone`. Binds its transaction to the tenant as the product's own transactions do.
create function credit_study_time(
  tenant integer, who integer, segment text, previous text, session text, kind text, device_name text, device_zone text,
  moment timestamptz, age_ms bigint, elapsed bigint,
  out newly_ms bigint, out today_ms bigint, out asks_zone boolean
) language plpgsql as $$
declare
  before_me constant integer := current_client_id();
  bound constant text := set_config('app.client_id', tenant::text, true);
  slack constant interval := interval '5 seconds';
  oldest constant interval := interval '30 days';
  day_ms constant bigint := 86400000;
  -- One person's time is credited one stretch at a time, so that parallel deliveries see each other.
  mine constant text := pg_advisory_xact_lock(tenant, who);
  found_row record;
  zone text;
  from_at timestamptz;
  to_at timestamptz;
  floor_at timestamptz;
  why text := null;
  asked bigint := elapsed;
  begun timestamptz;
  ended timestamptz;
  today date;
  first_day date;
  last_day date;
  on_day date;
  taken tstzmultirange;
  fresh tstzmultirange;
  piece tstzmultirange;
  part tstzrange;
  piece_ms bigint;
  old_ms bigint;
  new_ms bigint;
begin
  if before_me <> tenant then
    raise exception 'this transaction belongs to another tenant';
  end if;
  newly_ms := 0;
  today_ms := 0;
  asks_zone := false;
  select u.time_zone, k.started_at as known_start, k.ended_at as known_end, k.claimed_ms as known_ms,
      b.started_at as before_start, b.ended_at as before_end,
      (select min(s.created_at) from user_session s where s.client_id = tenant and s.user_id = who) as contact
    into found_row
    from app_user u
    left join study_segment k on k.client_id = tenant and k.user_id = who and k.segment_id = segment
    left join study_segment b on b.client_id = tenant and b.user_id = who and b.segment_id = previous
    where u.client_id = tenant and u.id = who;
  zone := coalesce(found_row.time_zone, 'UTC');

  if found_row.known_start is not null then
    -- A repeat keeps the place of the first delivery: only what is longer now is new.
    from_at := found_row.known_start;
    asked := greatest(found_row.known_ms, elapsed);
    to_at := from_at + asked * interval '1 millisecond';
  else
    if device_zone <> zone and not exists (select from study_segment s
        where s.client_id = tenant and s.user_id = who and s.started_at > moment - interval '2 days' and s.session_id = session)
    then
      asks_zone := true;
      return;
    end if;
    to_at := moment - age_ms * interval '1 millisecond';
    from_at := to_at - asked * interval '1 millisecond';
    -- Stretches of one page follow each other: a slow network must neither lay one over the other nor leave hair's
    -- breadths between them.
    if found_row.before_start <= from_at
        and found_row.before_end - from_at between interval '-250 milliseconds' and interval '10 seconds' then
      to_at := to_at + (found_row.before_end - from_at);
      from_at := found_row.before_end;
    end if;
  end if;
  begun := from_at;
  ended := to_at;

  floor_at := greatest(coalesce(found_row.contact, moment), moment - oldest);
  if from_at < floor_at then
    why := case when floor_at = found_row.contact then 'before_first_contact' else 'too_old' end;
    from_at := floor_at;
  end if;
  if to_at > moment + slack then
    why := 'future';
    to_at := moment + slack;
  end if;

  today := (moment at time zone zone)::date;
  if from_at < to_at then
    first_day := (from_at at time zone zone)::date;
    last_day := (to_at at time zone zone)::date;
    -- A moment counts on one day only, also when the learner's zone changed meanwhile.
    select range_agg(c.covered), max(c.counted_ms) filter (where c.day = first_day) into taken, old_ms
      from study_cover c
      where c.client_id = tenant and c.user_id = who and c.day between first_day - 2 and last_day + 2;
    fresh := tstzmultirange(tstzrange(from_at, to_at)) - coalesce(taken, '{}');
    old_ms := coalesce(old_ms, 0);
    on_day := first_day;
    while on_day <= last_day and not isempty(fresh) loop
      if on_day > first_day then
        select coalesce(max(c.counted_ms), 0) into old_ms from study_cover c
          where c.client_id = tenant and c.user_id = who and c.day = on_day;
      end if;
      piece := fresh;
      if first_day < last_day then
        piece := fresh * tstzmultirange(tstzrange(on_day::timestamp at time zone zone, (on_day + 1)::timestamp at time zone zone));
      end if;
      new_ms := old_ms;
      if not isempty(piece) then
        piece_ms := extract(epoch from upper(piece) - lower(piece)) * 1000;
        if piece <> tstzmultirange(tstzrange(lower(piece), upper(piece))) then
          select sum(extract(epoch from upper(r) - lower(r)) * 1000) into piece_ms from unnest(piece) r;
        end if;
        new_ms := old_ms + piece_ms;
        if new_ms > day_ms then
          why := coalesce(why, 'day_full');
          new_ms := day_ms;
        end if;
      end if;
      if new_ms > old_ms then
        insert into study_cover as c (client_id, user_id, day, covered, counted_ms)
          values (tenant, who, on_day, piece, new_ms)
          on conflict (client_id, user_id, day) do update
            set covered = c.covered + excluded.covered, counted_ms = excluded.counted_ms;
        -- Whole seconds a day, with the remainder carried by the millisecond count beside it.
        insert into daily_activity as a (client_id, user_id, day, seconds, updated_at)
          values (tenant, who, on_day, new_ms / 1000 - old_ms / 1000, moment)
          on conflict (client_id, user_id, day) do update
            set seconds = least(86400, a.seconds + excluded.seconds), updated_at = excluded.updated_at;
        newly_ms := newly_ms + (new_ms - old_ms);
      end if;
      if on_day = today then
        today_ms := new_ms;
        today := null;
      end if;
      on_day := on_day + 1;
    end loop;
  end if;
  if today is not null then
    today_ms := coalesce((select c.counted_ms from study_cover c
      where c.client_id = tenant and c.user_id = who and c.day = today), 0);
  end if;

  if found_row.known_start is null then
    insert into study_segment (client_id, user_id, segment_id, session_id, device_type, device, started_at, ended_at,
        claimed_ms, counted_ms, reason, received_at)
      values (tenant, who, segment, session, kind, device_name, begun, ended, asked, newly_ms,
        case when newly_ms >= asked then null else coalesce(why, 'overlap') end, moment);
  elsif newly_ms > 0 or asked > found_row.known_ms then
    update study_segment s
      set ended_at = ended, claimed_ms = asked, received_at = moment, counted_ms = s.counted_ms + newly_ms,
        reason = case when s.counted_ms + newly_ms >= asked then null else coalesce(why, s.reason, 'overlap') end
      where s.client_id = tenant and s.user_id = who and s.segment_id = segment;
  end if;
end $$;
grant execute on function credit_study_time to lms_app;
