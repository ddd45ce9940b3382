-- The forum: threads, comments, tags, votes, bookmarks, reports (rules: Community). One writer: features/community.
-- Counters stand on their rows and change in the same transaction as what they count.

create table forum_thread (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  author_id integer not null,
  title text not null check (char_length(title) between 1 and 200),
  -- Cleaned on writing (trust 8.3).
  body text not null,
  tag_ids integer[] not null default '{}',
  tags text[] not null default '{}',
  upvotes integer not null default 0 check (upvotes >= 0),
  downvotes integer not null default 0 check (downvotes >= 0),
  score integer generated always as (upvotes - downvotes) stored,
  bookmarks_count integer not null default 0 check (bookmarks_count >= 0),
  -- Comments and replies that are not deleted.
  comments_count integer not null default 0 check (comments_count >= 0),
  accepted_comment_id integer,
  -- Who wrote here, the latest first, at most 8 (spec 9).
  participant_ids integer[] not null default '{}',
  participants_count integer not null default 1 check (participants_count >= 1),
  created_at timestamptz not null,
  last_activity_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  deleted_by integer,
  idempotency_key uuid,
  -- SHA-256 of what was sent: the same words again are refused.
  content_hash bytea not null,
  primary key (client_id, id),
  unique (client_id, author_id, idempotency_key),
  foreign key (client_id, author_id) references app_user (client_id, id) on delete cascade
);
create index forum_thread_newest on forum_thread (client_id, id desc) where deleted_at is null;
create index forum_thread_active on forum_thread (client_id, last_activity_at desc, id desc) where deleted_at is null;
create index forum_thread_votes on forum_thread (client_id, score desc, id desc) where deleted_at is null;
create index forum_thread_author on forum_thread (client_id, author_id, created_at desc);
call protect_tenant_table('forum_thread');

-- How many threads are not deleted, so that no list has to count them.
create table forum_stats (
  client_id integer not null references client (client_id) on delete cascade,
  threads integer not null default 0 check (threads >= 0),
  primary key (client_id)
);
call protect_tenant_table('forum_stats');

create table forum_comment (
  client_id integer not null,
  id integer generated always as identity,
  thread_id integer not null,
  parent_id integer,
  author_id integer not null,
  body text not null,
  upvotes integer not null default 0 check (upvotes >= 0),
  downvotes integer not null default 0 check (downvotes >= 0),
  -- Replies that are not deleted: a deleted comment stays in the list as long as there is one.
  live_replies integer not null default 0 check (live_replies >= 0),
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  deleted_by integer,
  idempotency_key uuid,
  content_hash bytea not null,
  primary key (client_id, id),
  unique (client_id, thread_id, id),
  unique (client_id, author_id, idempotency_key),
  foreign key (client_id, thread_id) references forum_thread (client_id, id) on delete cascade,
  -- A reply stands in its parent's thread.
  foreign key (client_id, thread_id, parent_id) references forum_comment (client_id, thread_id, id)
    on delete cascade,
  foreign key (client_id, author_id) references app_user (client_id, id) on delete cascade
);
create index forum_comment_shown on forum_comment (client_id, thread_id, id desc)
  where parent_id is null and (deleted_at is null or live_replies > 0);
create index forum_comment_replies on forum_comment (client_id, parent_id, id desc) where parent_id is not null;
create index forum_comment_author on forum_comment (client_id, author_id, created_at desc);
call protect_tenant_table('forum_comment');

create table forum_tag (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  name text not null check (char_length(name) between 1 and 40),
  -- NFKC and lower case: one tag however it is typed.
  name_key text not null,
  threads_count integer not null default 0 check (threads_count >= 0),
  created_by integer,
  created_at timestamptz not null,
  primary key (client_id, id),
  unique (client_id, name_key)
);
create index forum_tag_name on forum_tag (client_id, name);
call protect_tenant_table('forum_tag');

-- Threads that are not deleted, by tag.
create table forum_thread_tag (
  client_id integer not null,
  tag_id integer not null,
  thread_id integer not null,
  primary key (client_id, tag_id, thread_id),
  foreign key (client_id, tag_id) references forum_tag (client_id, id) on delete cascade,
  foreign key (client_id, thread_id) references forum_thread (client_id, id) on delete cascade
);
create index forum_thread_tag_of on forum_thread_tag (client_id, thread_id);
call protect_tenant_table('forum_thread_tag');

-- One vote a person and subject: 1 up, -1 down.
create table forum_thread_vote (
  client_id integer not null,
  thread_id integer not null,
  user_id integer not null,
  value smallint not null check (value in (-1, 1)),
  primary key (client_id, thread_id, user_id),
  foreign key (client_id, thread_id) references forum_thread (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('forum_thread_vote');

create table forum_comment_vote (
  client_id integer not null,
  comment_id integer not null,
  user_id integer not null,
  value smallint not null check (value in (-1, 1)),
  primary key (client_id, comment_id, user_id),
  foreign key (client_id, comment_id) references forum_comment (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('forum_comment_vote');

create table forum_bookmark (
  client_id integer not null,
  thread_id integer not null,
  user_id integer not null,
  created_at timestamptz not null,
  primary key (client_id, thread_id, user_id),
  foreign key (client_id, thread_id) references forum_thread (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index forum_bookmark_own on forum_bookmark (client_id, user_id, thread_id desc);
call protect_tenant_table('forum_bookmark');

-- Who writes in a thread follows it; a row with false means muted and stays so.
create table forum_follow (
  client_id integer not null,
  thread_id integer not null,
  user_id integer not null,
  following boolean not null,
  primary key (client_id, thread_id, user_id),
  foreign key (client_id, thread_id) references forum_thread (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('forum_follow');

-- What stood there before an edit, for moderators.
create table forum_revision (
  client_id integer not null,
  id integer generated always as identity,
  thread_id integer not null,
  -- Null: the thread itself.
  comment_id integer,
  -- Null for comments.
  title text,
  body text not null,
  edited_by integer not null,
  edited_at timestamptz not null,
  primary key (client_id, id),
  foreign key (client_id, thread_id) references forum_thread (client_id, id) on delete cascade,
  foreign key (client_id, thread_id, comment_id) references forum_comment (client_id, thread_id, id)
    on delete cascade
);
create index forum_revision_of on forum_revision (client_id, thread_id, comment_id, id desc);
call protect_tenant_table('forum_revision');

create table forum_report (
  client_id integer not null,
  id integer generated always as identity,
  reporter_id integer not null,
  thread_id integer not null,
  -- 0: the thread itself.
  comment_id integer not null default 0,
  reason text not null check (reason in ('spam', 'rude', 'off_topic', 'cheating', 'other')),
  note text not null default '' check (char_length(note) <= 500),
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by integer,
  decision text check (decision in ('keep', 'remove')),
  decision_reason text check (char_length(decision_reason) <= 500),
  primary key (client_id, id),
  unique (client_id, reporter_id, thread_id, comment_id),
  foreign key (client_id, thread_id) references forum_thread (client_id, id) on delete cascade,
  foreign key (client_id, reporter_id) references app_user (client_id, id) on delete cascade
);
create index forum_report_open on forum_report (client_id, thread_id, comment_id, id) where settled_at is null;
call protect_tenant_table('forum_report');

-- Search. Full-text and trigram operators are not leakproof, so PostgreSQL may not use their indexes behind
-- row-level security; plain comparisons of text are. Words are cut and folded by the product (words.ts), the same way
-- for all languages and for every PostgreSQL, whatever its locale. Threads that are not deleted only.
create table forum_word (
  client_id integer not null,
  word text collate "C" not null,
  thread_id integer not null,
  in_title boolean not null,
  primary key (client_id, word, thread_id),
  foreign key (client_id, thread_id) references forum_thread (client_id, id) on delete cascade
);
create index forum_word_of on forum_word (client_id, thread_id);
call protect_tenant_table('forum_word');

-- Every ending of every known word, so that a search finds what stands within a word as well.
create table forum_word_part (
  client_id integer not null references client (client_id) on delete cascade,
  part text collate "C" not null,
  word text collate "C" not null,
  primary key (client_id, part, word)
);
call protect_tenant_table('forum_word_part');
