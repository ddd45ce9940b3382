-- What an author takes out of a course loses its place, not its row: learners' progress, attempts, notes and hand-ins
-- hang on it and are there again when it is put back. Without a place nothing is shown and nothing is counted.
alter table course_topic alter column section_id drop not null;
alter table course_item alter column topic_id drop not null;
