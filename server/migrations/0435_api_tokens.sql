-- API tokens: other systems of a client call the API with them. Writer: features/api-access.
create table api_token (
  client_id integer not null references client (client_id) on delete cascade,
  -- Chosen by the browser: a repeat of the call finds it.
  id uuid not null,
  name text not null check (char_length(name) between 1 and 80),
  prefix text not null check (char_length(prefix) between 8 and 20),
  -- SHA-256 of 256 random bits; the token itself is stored nowhere.
  hash bytea not null check (octet_length(hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0),
  made_by integer,
  made_at timestamptz not null,
  expires_at timestamptz not null check (expires_at <= made_at + interval '366 days'),
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_for text check (revoked_for in ('person', 'maker')),
  primary key (client_id, id),
  unique (client_id, hash),
  check ((revoked_at is null) = (revoked_for is null)),
  foreign key (client_id, made_by) references app_user (client_id, id) on delete set null (made_by)
);
create index api_token_maker on api_token (client_id, made_by);
call protect_tenant_table('api_token');

-- A token is worth as much as the admin who answers for it. Whoever administers no more leaves no way in, whatever the
-- way was in which they lost the role: a trigger, so that no writer of accounts can forget it.
create function revoke_tokens_of_maker() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
begin
  update api_token set revoked_at = now(), revoked_for = 'maker'
  where client_id = old.client_id and made_by = old.id and revoked_at is null;
  return coalesce(new, old);
end $$;
create trigger app_user_tokens_changed after update of role, disabled_at on app_user
  for each row when (new.role not in ('admin', 'superadmin') or new.disabled_at is not null)
  execute function revoke_tokens_of_maker();
create trigger app_user_tokens_deleted before delete on app_user
  for each row execute function revoke_tokens_of_maker();
