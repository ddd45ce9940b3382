-- Files that the manifest of an uploaded package lists and the package lacks, so that a repeated answer names them too.
alter table course_upload add column missing_files jsonb check (jsonb_typeof(missing_files) = 'array');
