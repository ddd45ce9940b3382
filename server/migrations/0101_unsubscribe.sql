-- Mails that one may do without say how to end them (RFC 8058); null for those that one may not, such as codes.
alter table outbox_message add column unsubscribe_url text
  check (unsubscribe_url ~ '^https?://[^[:cntrl:][:space:]<>]+$');
