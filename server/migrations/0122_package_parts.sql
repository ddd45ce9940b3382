-- What a package that was chosen in the builder holds, so that a repeated answer says the same.
alter table course_upload add column parts jsonb check (jsonb_typeof(parts) = 'array');
