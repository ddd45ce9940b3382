-- A start in one statement: everybody of an exam begins in the same second, and each round trip and each statement planned
-- anew is paid for three hundred times. What was read before is made sure of here, behind the locks; false when it is not
-- so any more, and then nothing was written. Writer: features/assessments.

-- `drawn`: [{ "position": 1, "question_id": 7, "version": 2, "topic_id": 3, "option_order": "CADB" }, …].
-- `note`: the line of the audit, a row of audit_event without its tenant. Binds its transaction to the tenant as the
-- product's own transactions do.
create function begin_attempt(
  tenant integer, who integer, attempt uuid, asked integer, earlier integer, minutes integer, extra integer,
  scholarships jsonb, pass integer, device uuid, referral text, verified text, moment timestamptz, drawn jsonb, note jsonb
) returns boolean
  language plpgsql as $$
declare
  before_me constant integer := current_client_id();
  bound constant text := set_config('app.client_id', tenant::text, true);
  -- Starts of one person come one after another (attempts.repository.ts `lockStarts`).
  mine constant text := pg_advisory_xact_lock(hashtextextended('attempt:' || tenant || ':' || who, 0));
  known record;
begin
  if before_me <> tenant then
    raise exception 'this transaction belongs to another tenant';
  end if;
  select count(*) as attempts, coalesce(max(a.number), 0) as highest, coalesce(bool_or(a.state = 'open'), false) as runs
    into known
    from assessment_attempt a
    where a.client_id = tenant and a.user_id = who and a.assessment_id = asked;
  if known.runs or known.attempts <> earlier then
    return false;
  end if;
  if verified is not null then
    -- Nobody else takes the number before the end of the transaction (phone.repository.ts `lockNumber`).
    perform pg_advisory_xact_lock(hashtextextended('phone:' || tenant || ':' || verified, 0));
    perform from assessment_phone p
      where p.client_id = tenant and p.assessment_id = asked and p.user_id = who and p.phone = verified;
    if not found then
      return false;
    end if;
  end if;
  insert into assessment_attempt (client_id, id, assessment_id, user_id, number, duration_minutes, bands, pass_percent,
      questions, started_at, deadline_at, extra_minutes, holder, held_at, last_seen_at, ref, phone)
    values (tenant, attempt, asked, who, known.highest + 1, minutes, scholarships, pass, jsonb_array_length(drawn), moment,
      moment + (minutes + extra) * interval '1 minute', extra, device, moment, moment, referral, verified);
  insert into attempt_question (client_id, attempt_id, position, question_id, version, topic_id, option_order)
    select tenant, attempt, q.position, q.question_id, q.version, q.topic_id, q.option_order
    from jsonb_to_recordset(drawn)
      as q(position integer, question_id integer, version integer, topic_id integer, option_order text);
  insert into audit_event (client_id, at, action, result, actor_id, session_id, object, detail, request_id, network)
    select tenant, n.at, n.action, n.result, n.actor_id, n.session_id, n.object, n.detail, n.request_id, n.network
    from jsonb_to_record(note)
      as n(at timestamptz, action text, result text, actor_id integer, session_id text, object text, detail jsonb,
        request_id text, network text);
  return true;
end $$;
grant execute on function begin_attempt to lms_app;
