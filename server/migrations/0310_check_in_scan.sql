-- A code that was scanned before signing in: the scan counts for one learner only. Null for a code of somebody signed in.
alter table attendance_check_in add column scan_id text check (char_length(scan_id) between 1 and 40);
create unique index attendance_check_in_scan on attendance_check_in (client_id, session_id, scan_id);
