-- Mistakes of attempts made before practice existed. What was told names them by verdict.
do $$
declare
  tenants integer[];
  tenant integer;
begin
  -- Only that role's function sees all tenants.
  set local role lms_registry;
  select coalesce(array_agg(id), '{}') into tenants from list_client_ids() id;
  set local role lms_owner;
  foreach tenant in array tenants loop
    perform set_config('app.client_id', tenant::text, true);
    insert into practice_question (client_id, user_id, question_id, course_id, item_id, streak, due_on, since)
    select distinct on (a.user_id, q.id) a.client_id, a.user_id, q.id, a.course_id, a.item_id, 0,
      a.created_at::date + 1, a.created_at
    from quiz_attempt a
    cross join lateral jsonb_array_elements(a.answer_sent -> 'questions') told
    join quiz_question q on q.client_id = a.client_id and q.item_id = a.item_id
      and q.id = (told ->> 'question_id')::integer
    where told ->> 'verdict' in ('wrong', 'partial')
    order by a.user_id, q.id, a.created_at desc
    on conflict do nothing;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
