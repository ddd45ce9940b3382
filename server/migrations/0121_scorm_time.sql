-- Time as a package counts it: of the sittings before this session, and of this one. It is given back to the package;
-- no study time is credited from it.
alter table scorm_attempt
  add column seconds_before integer not null default 0 check (seconds_before >= 0),
  add column seconds integer not null default 0 check (seconds >= 0);
