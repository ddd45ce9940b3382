-- One way to cut a text into the words that search compares, like server/core/text/search-text.ts (a test compares the two):
-- NFKC, without case, without the marks and letters that only say how a word is read.
create function search_fold(value text) returns text
  language sql immutable parallel safe
  as $$
    select translate(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            lower(normalize(value, NFKC) collate "und-x-icu"),
            '[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]', '', 'g'),
          'ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[त-ध])|म्(?=[प-भ])|ँ', 'ं', 'g'),
        '[\u093c\u200c\u200d]', '', 'g'),
      'آأإٱىةؤئ', 'اااايهوي')
  $$;

create function search_words(value text) returns setof text
  language sql immutable parallel safe
  as $$
    select distinct left(found[1], 40)
    from regexp_matches(
      search_fold(value) collate "und-x-icu",
      '([^[:space:][:punct:]$+<=>^`|~]+[+#]{0,2})', 'g') found
  $$;

-- Names are cut like every other text, so that Hindi names are found in both spellings.
create or replace function forum_name_words(name text) returns setof text
  language sql immutable parallel safe
  as $$ select word from search_words(name) word $$;

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
    delete from forum_person_word where client_id = tenant;
    insert into forum_person_word (client_id, word, user_id)
      select u.client_id, word, u.id from app_user u, forum_name_words(u.full_name || ' ' || u.username) word
      where u.client_id = tenant;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
