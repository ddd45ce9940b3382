-- Features and languages that admins decide about. Writer: features/client-info.
-- Rises with every change of these settings: saving over a newer one is a conflict.
alter table client add column settings_version integer not null default 0;
-- False: a superadmin keeps the feature from the client, and its admins cannot switch it on.
alter table client_feature add column allowed boolean not null default true;
alter table client_feature add constraint client_feature_allowed check (allowed or not enabled);
