-- Uploaded pictures of certificate templates, so that those that no template uses can be removed. Those from before are not
-- in it and stay. Writer: features/certificates/portal.
create table certificate_picture (
  client_id integer not null references client (client_id) on delete cascade,
  -- Of the stored file. The same picture has the same path.
  path text not null check (char_length(path) between 1 and 200),
  uploaded_at timestamptz not null,
  primary key (client_id, path)
);
call protect_tenant_table('certificate_picture');
