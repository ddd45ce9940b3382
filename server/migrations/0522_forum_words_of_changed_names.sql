-- An update that names full_name without changing it, as an import does for everybody, wrote the words of the name anew.
drop trigger forum_person_words on app_user;
create trigger forum_person_words after insert on app_user
  for each row execute function keep_forum_person_words();
create trigger forum_person_words_changed after update of full_name, username on app_user
  for each row when ((old.full_name, old.username) is distinct from (new.full_name, new.username))
  execute function keep_forum_person_words();
