-- What one person did, and what was done to them. Writer: core/audit.
create index audit_event_actor on audit_event (client_id, actor_id, id desc);
create index audit_event_object on audit_event (client_id, object, id desc);
