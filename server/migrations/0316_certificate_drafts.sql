-- Templates of certificates get drafts: unpublished changes, and templates that were never published.
alter table certificate_template drop constraint certificate_template_version_check;
-- 0: never published, so nothing is issued with it.
alter table certificate_template alter column version set default 0;
alter table certificate_template add constraint certificate_template_version_check check (version >= 0);
alter table certificate_template add column draft jsonb check (jsonb_typeof(draft) = 'object');
-- Rises with every saved draft and every publication: saving over a newer one is a conflict.
alter table certificate_template add column draft_number integer not null default 0;
alter table certificate_template add constraint certificate_template_has_look check (version > 0 or draft is not null);
alter table certificate_template add constraint certificate_template_default_published check (version > 0 or not is_default);
