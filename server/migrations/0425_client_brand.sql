-- The brand that admins edit: a draft, the published versions, and the pictures they name. Writer: features/client-info.
-- 0: as the command or the seed wrote it. The published brand stands in `client` as well, for those who read it.
alter table client add column brand_version integer not null default 0 check (brand_version >= 0);

create table client_brand_version (
  client_id integer not null references client (client_id) on delete cascade,
  version integer not null check (version > 0),
  -- contract/client-info/brand.ts
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  published_at timestamptz not null,
  published_by integer,
  restored_from integer,
  primary key (client_id, version),
  foreign key (client_id, published_by) references app_user (client_id, id) on delete set null (published_by)
);
create index client_brand_version_person on client_brand_version (client_id, published_by);
call protect_tenant_table('client_brand_version');

create table client_brand_draft (
  client_id integer primary key references client (client_id) on delete cascade,
  -- Null: there is none; the number still rises.
  settings jsonb check (jsonb_typeof(settings) = 'object'),
  -- Rises with every change and every publication: saving over a newer one is a conflict.
  number integer not null default 0,
  saved_at timestamptz not null
);
call protect_tenant_table('client_brand_draft');

create table client_picture (
  client_id integer not null references client (client_id) on delete cascade,
  -- Of the content: the same picture has the same id.
  id text not null check (id ~ '^[0-9a-f]{32}$'),
  -- PNG from our own encoder.
  content bytea not null check (length(content) <= 2000000),
  uploaded_at timestamptz not null,
  primary key (client_id, id)
);
call protect_tenant_table('client_picture');
