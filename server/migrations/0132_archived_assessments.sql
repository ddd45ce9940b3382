-- What the staff put out of the way; results of it stay (features/question-bank).
alter table assessment
  add column archived_at timestamptz,
  add constraint assessment_archived_is_inactive check (archived_at is null or status = 'inactive');
