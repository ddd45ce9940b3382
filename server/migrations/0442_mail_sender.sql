-- The client's own sender address: its mails are signed with DKIM for its domain. Writer: features/emails.
create table mail_sender (
  client_id integer primary key references client (client_id) on delete cascade,
  address text not null check (char_length(address) between 3 and 254),
  domain text not null check (char_length(domain) between 3 and 253),
  selector text not null check (char_length(selector) between 1 and 63),
  -- RSA, base64 of the DER form: what the DNS record says.
  public_key text not null,
  private_enc bytea not null,
  -- Null: not used yet, because the record was not found.
  verified_at timestamptz,
  checked_at timestamptz,
  made_by integer,
  made_at timestamptz not null,
  foreign key (client_id, made_by) references app_user (client_id, id) on delete set null (made_by)
);
create index mail_sender_maker on mail_sender (client_id, made_by);
call protect_tenant_table('mail_sender');
