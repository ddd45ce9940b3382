-- Admins list the orders of programmes, the newest first. Writer: features/money.
create index programme_order_booked on programme_order (client_id, booked_at desc, id desc) where booked_at is not null;
