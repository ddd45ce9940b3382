-- A phone code belongs to the sign-in that asked for it (rules: Assessments). Null for codes sent before.
alter table assessment_phone_code add column session_id text;
