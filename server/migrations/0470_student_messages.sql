-- A member of staff writes to one person. The mail leaves through the outbox; this is what was said. Writer:
-- features/students.
create table student_message (
  client_id integer not null references client (client_id) on delete cascade,
  -- Chosen by the browser: a repeat of the call finds it.
  id uuid not null,
  user_id integer not null,
  sender_id integer,
  subject text not null check (char_length(subject) between 1 and 150),
  text text not null check (char_length(text) between 1 and 5000),
  sent_at timestamptz not null,
  primary key (client_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  foreign key (client_id, sender_id) references app_user (client_id, id) on delete set null (sender_id)
);
create index student_message_person on student_message (client_id, user_id, sent_at desc);
create index student_message_sender on student_message (client_id, sender_id);
call protect_tenant_table('student_message');

-- Where the answer to a mail goes; null: to the client's own address.
alter table outbox_message add column reply_to text;
