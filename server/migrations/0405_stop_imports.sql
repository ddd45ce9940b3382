-- An import that an admin stopped: what it has written stays and can be undone. Writer: features/students.
alter table student_import drop constraint student_import_state_check;
alter table student_import add constraint student_import_state_check check (
  state in ('uploaded', 'checking', 'checked', 'importing', 'done', 'undoing', 'undone', 'failed', 'stopped'));
