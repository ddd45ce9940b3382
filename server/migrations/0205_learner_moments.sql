-- Moments (lesson, section, course, badge, streak, passed assessment) that a learner was told of, so that each is told
-- once on all devices. `claim` is the call that took it: a repeat of that call gets it again. One writer: features/moments.
create table learner_moment (
  client_id integer not null,
  user_id integer not null,
  kind text not null,
  subject text not null,
  moment jsonb not null,
  claim uuid not null,
  told_at timestamptz not null,
  primary key (client_id, user_id, kind, subject),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('learner_moment');

-- Whether the learner was told of the badge when it was earned. Badges from before this migration are not news.
alter table learner_badge add column is_announced boolean not null default false;
