-- The words of a lesson's title and of its activities' titles, in every language that the author wrote. Kept by the database,
-- so that publishing, importing and restoring a course need not know of search.
create table lesson_word (
  client_id integer not null,
  word text collate "C" not null,
  course_id integer not null,
  topic_id integer not null,
  primary key (client_id, word, topic_id),
  foreign key (client_id, course_id, topic_id) references course_topic (client_id, course_id, id) on delete cascade
);
create index lesson_word_of on lesson_word (client_id, course_id, topic_id);
call protect_tenant_table('lesson_word');

create function set_lesson_words(changed integer[]) returns void
  language plpgsql
  as $$
declare
  tenant integer := current_client_id();
begin
  if cardinality(changed) = 0 then
    return;
  end if;
  delete from lesson_word w using course_topic t
    where t.client_id = tenant and t.id = any (changed)
      and w.client_id = tenant and w.course_id = t.course_id and w.topic_id = t.id;
  insert into lesson_word (client_id, word, course_id, topic_id)
    select distinct tenant, word, texts.course_id, texts.topic_id
    from (
      select t.course_id, t.id as topic_id, t.title, t.titles from course_topic t
        where t.client_id = tenant and t.id = any (changed) and t.section_id is not null
      union all
      select t.course_id, t.id, i.title, i.titles from course_topic t
        join course_item i on i.client_id = t.client_id and i.course_id = t.course_id and i.topic_id = t.id
        where t.client_id = tenant and t.id = any (changed) and t.section_id is not null
    ) texts
    cross join lateral search_words(
      texts.title || ' ' || coalesce((select string_agg(value, ' ') from jsonb_each_text(texts.titles)), '')) word;
end $$;

create function keep_words_of_topics() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'INSERT' then
    perform set_lesson_words(array(select id from changed));
  else
    perform set_lesson_words(array(
      select changed.id from changed join former on former.id = changed.id
      where (changed.title, changed.titles, changed.section_id is null)
        is distinct from (former.title, former.titles, former.section_id is null)));
  end if;
  return null;
end $$;
create trigger lesson_words_new after insert on course_topic
  referencing new table as changed for each statement execute function keep_words_of_topics();
create trigger lesson_words_changed after update on course_topic
  referencing new table as changed old table as former for each statement execute function keep_words_of_topics();

create function keep_words_of_items() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'INSERT' then
    perform set_lesson_words(array(select distinct topic_id from changed));
  elsif tg_op = 'DELETE' then
    perform set_lesson_words(array(select distinct topic_id from former));
  else
    perform set_lesson_words(array(
      select unnest(array[changed.topic_id, former.topic_id]) from changed join former on former.id = changed.id
      where (changed.title, changed.titles, changed.topic_id)
        is distinct from (former.title, former.titles, former.topic_id)));
  end if;
  return null;
end $$;
create trigger lesson_words_new after insert on course_item
  referencing new table as changed for each statement execute function keep_words_of_items();
create trigger lesson_words_changed after update on course_item
  referencing new table as changed old table as former for each statement execute function keep_words_of_items();
create trigger lesson_words_gone after delete on course_item
  referencing old table as former for each statement execute function keep_words_of_items();

do $$
declare
  tenants integer[];
  tenant integer;
begin
  set local role lms_registry;
  select coalesce(array_agg(id), '{}') into tenants from list_client_ids() id;
  set local role lms_owner;
  foreach tenant in array tenants loop
    perform set_config('app.client_id', tenant::text, true);
    perform set_lesson_words(array(select id from course_topic where client_id = tenant));
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
