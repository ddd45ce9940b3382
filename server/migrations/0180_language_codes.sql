-- The contract knows the languages (contract/languages.ts). The database only checks the form of a code, so that another
-- language needs no migration.
alter table client
  drop constraint client_languages_check,
  add constraint client_languages_check
    check (cardinality(languages) > 0 and array_to_string(languages, ',', '?') ~ '^[a-z]{2,3}(,[a-z]{2,3})*$');
alter table app_user
  drop constraint app_user_language_check,
  add constraint app_user_language_check check (language ~ '^[a-z]{2,3}$');
alter table bank_question_version
  drop constraint bank_question_version_language_check,
  add constraint bank_question_version_language_check check (language ~ '^[a-z]{2,3}$');
alter table assessment
  drop constraint assessment_language_check,
  add constraint assessment_language_check check (language ~ '^[a-z]{2,3}$');
alter table course
  drop constraint course_language_check,
  add constraint course_language_check check (language ~ '^[a-z]{2,3}$');
