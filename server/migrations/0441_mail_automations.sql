-- Automations: campaigns that stay on and take people in as they join, fall inactive or finish a course. And campaigns
-- that reach each person when their own clock shows a time. Writer: features/emails.
alter table email_campaign
  -- `2026-12-01T09:00` on each person's own clock; null: everybody at once.
  add column local_time text check (local_time ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$'),
  add column automation text check (automation in ('welcome', 'inactive', 'course_finished')),
  -- Who joined, fell inactive or finished before it was switched on gets nothing.
  add column on_since timestamptz,
  -- When it last looked for people; one server looks at a time.
  add column looked_at timestamptz;

-- Why somebody got a mail of an automation: once for each stretch of inactivity and each finished course.
alter table email_recipient
  add column occasion text not null default '' check (char_length(occasion) <= 100),
  -- The title of the finished course.
  add column topic text,
  drop constraint email_recipient_client_id_campaign_id_email_key_key,
  -- Nobody gets a campaign twice, and an automation once for each occasion.
  add unique (client_id, campaign_id, email_key, occasion);

create index enrolment_completed on enrolment (client_id, completed_at) where completed_at is not null;
