-- A code belongs to the browser that asked for it, and so does the form of a sign-up (rules: Accounts; trust 8.5).

alter table one_time_code
  -- Part of what the code's HMAC is made of.
  add column request_id uuid,
  -- SHA-256 of the token in the browser's cookie.
  add column browser_hash bytea;

-- Codes sent before can no longer be checked: they would be valid for ten minutes at most. Row security binds the
-- owner, too: one tenant after the other.
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
    delete from one_time_code where client_id = tenant;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;

alter table one_time_code
  alter column request_id set not null,
  alter column browser_hash set not null;

-- A new code ends the former one of the same browser, and nobody else's.
drop index one_time_code_alive;
create unique index one_time_code_alive on one_time_code (client_id, user_id, purpose, browser_hash)
  where ended_at is null;

-- The browser that asked for the code, or that tried one which it had asked for; null for a try from elsewhere.
alter table code_request add column browser_hash bytea;

-- Forms of sign-ups whose address is not confirmed yet. Only the form of the browser that proves the address counts.
create table pending_signup (
  client_id integer not null,
  user_id integer not null,
  browser_hash bytea not null,
  full_name text not null,
  phone_number text,
  -- PHC string of argon2id.
  password_hash text not null,
  language text not null check (language ~ '^[a-z]{2,3}$'),
  marketing_opt_in boolean not null,
  referred_by_code text,
  -- Also the moment of the sign-up.
  terms_accepted_at timestamptz not null,
  primary key (client_id, user_id, browser_hash),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index pending_signup_by_age on pending_signup (client_id, terms_accepted_at);
call protect_tenant_table('pending_signup');
