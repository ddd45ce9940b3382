-- How the questions of an assessment worked is counted over all answers of all finished attempts: seconds for 50,000 of
-- them. It is kept until attempts, results or keys are others. Writer: features/assessments.

create table assessment_item_counts (
  client_id integer not null,
  assessment_id integer not null,
  -- What it was counted from (`item_counts_basis`).
  basis text not null,
  counts jsonb not null,
  counted_at timestamptz not null,
  primary key (client_id, assessment_id),
  foreign key (client_id, assessment_id) references assessment (client_id, id) on delete cascade
);
call protect_tenant_table('assessment_item_counts');

-- Differs as soon as an attempt was finished, graded anew or taken away, or a key was mended.
create function item_counts_basis(tenant integer, asked integer) returns text
  language sql stable as $$
  select concat_ws(':', count(*), sum(a.result_version), sum(a.right_answers),
    sum(floor(extract(epoch from a.finished_at) * 1000)),
    (select md5(string_agg(concat_ws(' ', f.question_id, f.version, f.letters), ',' order by f.question_id, f.version))
      from question_key_fix f where f.client_id = tenant))
  from assessment_attempt a
  where a.client_id = tenant and a.assessment_id = asked and a.state = 'submitted'
$$;
grant execute on function item_counts_basis to lms_app;
