-- Names in posts, questions about lessons, own and unanswered threads.

alter table forum_thread
  -- Who is named in the body, in the order of the words.
  add column mention_ids integer[] not null default '{}',
  -- The lesson a question came from; it goes with its topic or item, the question stays.
  add column lesson_course_id integer,
  add column lesson_topic_id integer,
  add column lesson_item_id integer,
  -- An item's id may outlive its topic's in this row; without a topic it is not looked at.
  add constraint forum_thread_lesson check ((lesson_course_id is null) = (lesson_topic_id is null)),
  add constraint forum_thread_topic foreign key (client_id, lesson_course_id, lesson_topic_id)
    references course_topic (client_id, course_id, id)
    on delete set null (lesson_course_id, lesson_topic_id),
  add constraint forum_thread_item foreign key (client_id, lesson_course_id, lesson_item_id)
    references course_item (client_id, course_id, id) on delete set null (lesson_item_id);
create index forum_thread_lesson_newest on forum_thread (client_id, lesson_topic_id, id desc)
  where lesson_topic_id is not null and deleted_at is null;
create index forum_thread_item_of on forum_thread (client_id, lesson_item_id) where lesson_item_id is not null;
create index forum_thread_unanswered on forum_thread (client_id, id desc)
  where comments_count = 0 and deleted_at is null;

alter table forum_comment add column mention_ids integer[] not null default '{}';

-- One row for each post and person named in it by somebody else; what the bell reads.
create table forum_mention (
  client_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  author_id integer not null,
  thread_id integer not null,
  -- 0: the thread itself.
  comment_id integer not null default 0,
  created_at timestamptz not null,
  seen_at timestamptz,
  primary key (client_id, id),
  unique (client_id, thread_id, comment_id, user_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  foreign key (client_id, author_id) references app_user (client_id, id) on delete cascade,
  foreign key (client_id, thread_id) references forum_thread (client_id, id) on delete cascade
);
create index forum_mention_of on forum_mention (client_id, user_id, id desc);
create index forum_mention_unseen on forum_mention (client_id, user_id, id desc) where seen_at is null;
create index forum_mention_by on forum_mention (client_id, author_id);
call protect_tenant_table('forum_mention');

-- Words of a name as search compares them: NFKC, without case, Arabic without the marks that only say how to read.
create function forum_name_words(name text) returns setof text
  language sql immutable parallel safe
  as $$
    select distinct left(word, 40)
    from regexp_split_to_table(
      translate(
        regexp_replace(lower(normalize(name, NFKC) collate "und-x-icu"), '[\u0610-\u061a\u064b-\u065f\u0670\u0640]', '', 'g'),
        'آأإٱىة', 'اااايه'),
      '[\s@._-]+') word
    where word <> ''
  $$;

-- The words of everybody's name and user name, for suggestions after an @. Kept by the database, so that whoever
-- writes a person need not know of the forum.
create table forum_person_word (
  client_id integer not null,
  word text collate "C" not null,
  user_id integer not null,
  primary key (client_id, word, user_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index forum_person_word_of on forum_person_word (client_id, user_id);
call protect_tenant_table('forum_person_word');

create function keep_forum_person_words() returns trigger
  language plpgsql
  as $$
begin
  delete from forum_person_word where client_id = new.client_id and user_id = new.id;
  insert into forum_person_word (client_id, word, user_id)
    select new.client_id, word, new.id from forum_name_words(new.full_name || ' ' || new.username) word;
  return null;
end $$;
create trigger forum_person_words after insert or update of full_name, username on app_user
  for each row execute function keep_forum_person_words();

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
    insert into forum_person_word (client_id, word, user_id)
      select u.client_id, word, u.id from app_user u, forum_name_words(u.full_name || ' ' || u.username) word
      where u.client_id = tenant;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
