-- The list of people: a search reads one column, and each order has its index. Writer: features/auth.
alter table app_user add column search_text text
  generated always as (lower(full_name) || chr(10) || username_key || chr(10) || email_key) stored;
create index app_user_name on app_user (client_id, role, full_name, id);
create index app_user_time on app_user (client_id, role, created_at, id);
analyze app_user;
