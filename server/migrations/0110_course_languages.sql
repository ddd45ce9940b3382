-- Texts of courses in other languages than their own. What is not there is shown in the course's own.

-- Null where nobody said it: then the language of the title's letters.
alter table course
  add column language text check (language in ('en', 'hi', 'ar')),
  -- By language: title, description and the three lists.
  add column texts jsonb not null default '{}' check (jsonb_typeof(texts) = 'object'),
  add column cover_alt text not null default '';

-- By language.
alter table course_section
  add column titles jsonb not null default '{}' check (jsonb_typeof(titles) = 'object');
alter table course_topic
  add column titles jsonb not null default '{}' check (jsonb_typeof(titles) = 'object');
alter table course_item
  add column titles jsonb not null default '{}' check (jsonb_typeof(titles) = 'object');
alter table item_article
  add column htmls jsonb not null default '{}' check (jsonb_typeof(htmls) = 'object');

-- By language: what learners see, without anything of the key, like `shown`.
alter table quiz_question
  add column shown_in jsonb not null default '{}' check (jsonb_typeof(shown_in) = 'object');
alter table item_problem
  add column shown_in jsonb not null default '{}' check (jsonb_typeof(shown_in) = 'object');
