-- Accounts and sessions (rules: Accounts, trust 8.2, trust 8.5). Writer: the auth feature.

create table app_user (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  email text not null,
  -- NFC and lower case: the same address twice is one person of the tenant; another tenant may know it as well.
  email_key text not null,
  username text not null,
  username_key text not null,
  full_name text not null,
  phone_number text,
  profile_picture text,
  role text not null default 'student' check (role in ('student', 'instructor', 'admin', 'superadmin')),
  language text not null default 'en' check (language in ('en', 'hi', 'ar')),
  -- IANA name; filled from the tenant when the account is made.
  time_zone text not null,
  -- PHC string of argon2id; null for who only signs in with Google.
  password_hash text,
  password_changed_at timestamptz,
  email_verified_at timestamptz,
  disabled_at timestamptz,
  marketing_opt_in boolean not null default false,
  referred_by_code text,
  terms_accepted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id),
  unique (client_id, email_key),
  unique (client_id, username_key)
);
call protect_tenant_table('app_user');

-- One row a session, which is one family of refresh tokens (trust 8.2).
create table user_session (
  client_id integer not null,
  id uuid not null,
  user_id integer not null,
  -- SHA-256 of the live refresh token and of the one before it.
  cur_hash bytea not null,
  prev_hash bytea,
  gen integer not null default 1,
  -- True once generation `gen` was used: only then is the old token really spent.
  seen boolean not null default false,
  rotated_at timestamptz not null,
  -- The live token, sealed with a key that only the holder of the previous token can derive.
  succ_enc bytea,
  idle_expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  device text not null,
  -- Truncated to /24 or /48.
  network text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  primary key (client_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index user_session_of_user on user_session (client_id, user_id, created_at desc);
call protect_tenant_table('user_session');

create table one_time_code (
  client_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  purpose text not null check (purpose in ('verify_email', 'reset_password')),
  -- HMAC-SHA-256 over client, user, purpose and digits under the installation's key.
  code_hmac bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used, replaced by a newer one, or guessed wrong too often.
  ended_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
-- A new code kills the old one: at most one is alive for a person and purpose.
create unique index one_time_code_alive on one_time_code (client_id, user_id, purpose) where ended_at is null;
call protect_tenant_table('one_time_code');

-- Codes asked for, by address and whether or not anybody has it, so that the limits answer the same for both.
create table code_request (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  address_hmac bytea not null,
  purpose text not null,
  requested_at timestamptz not null,
  primary key (client_id, id)
);
create index code_request_of_address on code_request (client_id, address_hmac, requested_at desc);
create index code_request_by_age on code_request (client_id, requested_at);
call protect_tenant_table('code_request');

-- Failed sign-ins by account and network; the account may not exist (same answers for both).
create table sign_in_failure (
  client_id integer not null references client (client_id) on delete cascade,
  account_hmac bytea not null,
  -- /24 or /48.
  network text not null,
  failures integer not null,
  last_failed_at timestamptz not null,
  primary key (client_id, account_hmac, network)
);
create index sign_in_failure_by_age on sign_in_failure (client_id, last_failed_at);
call protect_tenant_table('sign_in_failure');

-- Browsers in which this person signed in before; their owner stays in while strangers guess.
create table known_device (
  client_id integer not null,
  user_id integer not null,
  device_hash bytea not null,
  failures integer not null default 0,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (client_id, user_id, device_hash),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('known_device');

-- Google accounts by (issuer, subject), never by e-mail (trust 8.5).
create table google_identity (
  client_id integer not null,
  issuer text not null,
  subject text not null,
  user_id integer not null,
  created_at timestamptz not null,
  primary key (client_id, issuer, subject),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index google_identity_of_user on google_identity (client_id, user_id);
call protect_tenant_table('google_identity');

-- Ed25519 keys that sign this tenant's access tokens; `kid` = client_id.n.
create table signing_key (
  client_id integer not null references client (client_id) on delete cascade,
  n integer not null check (n > 0),
  -- RFC 8037 `x`, base64url.
  public_x text not null,
  -- AES-256-GCM under a key of the installation, bound to client and n.
  private_enc bytea not null,
  created_at timestamptz not null,
  -- Still verifies, no longer signs.
  retired_at timestamptz,
  primary key (client_id, n)
);
call protect_tenant_table('signing_key');
