-- How and to whom people pay for premium courses, in the client's words (rules: Money). Writer: features/courses.
create table payment_instructions (
  client_id integer not null references client (client_id) on delete cascade,
  language text not null check (language ~ '^[a-z]{2,3}$'),
  text text not null check (char_length(text) between 1 and 1000),
  primary key (client_id, language)
);
call protect_tenant_table('payment_instructions');
