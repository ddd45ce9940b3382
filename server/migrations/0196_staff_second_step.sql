-- Whether staff must use two-step sign-in (trust 8.5). Existing clients decide themselves; new ones begin with it.
alter table client add column staff_second_step boolean not null default false;
