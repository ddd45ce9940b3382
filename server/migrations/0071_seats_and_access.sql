-- Seats and paid access (rules: Learning: seat booking, refund). Writer: features/courses.

-- What a course is offered for. A course without a row has no limit and opens at once.
create table course_offer (
  client_id integer not null,
  course_id integer not null,
  -- Null: as many as come.
  capacity integer check (capacity between 1 and 100000),
  -- Null: open at once.
  opens_at timestamptz,
  -- Minor units; null while the course has no price yet. The booking amount is a part of the price.
  price_minor bigint check (price_minor >= 0),
  booking_minor bigint check (booking_minor >= 0 and booking_minor <= price_minor),
  currency text check (currency ~ '^[A-Z]{3}$'),
  primary key (client_id, course_id),
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade,
  check (price_minor is null or currency is not null),
  check (booking_minor is null or price_minor is not null)
);
create index course_offer_opening on course_offer (client_id, opens_at) where opens_at is not null;
call protect_tenant_table('course_offer');

-- One person's place in one course: waiting → offered → held → confirmed. Whoever gives a place up has no row.
-- Every change locks the course's offer first: that is what keeps the last seat one seat.
create table course_seat (
  client_id integer not null,
  course_id integer not null,
  user_id integer not null,
  state text not null check (state in ('waiting', 'offered', 'held', 'confirmed')),
  -- Since when in this state; the waiting list is served in this order.
  since timestamptz not null,
  -- Until when an offer or a hold stands.
  until timestamptz,
  primary key (client_id, course_id, user_id),
  foreign key (client_id, course_id) references course_offer (client_id, course_id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  check ((state in ('offered', 'held')) = (until is not null))
);
create index course_seat_order on course_seat (client_id, course_id, state, since, user_id);
create index course_seat_expiry on course_seat (client_id, until) where until is not null;
create index course_seat_user on course_seat (client_id, user_id);
call protect_tenant_table('course_seat');

-- Who bought access, or got it by hand. Money leaves a trace: neither the course nor the person can be deleted over it.
create table course_purchase (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  course_id integer not null,
  user_id integer not null,
  purchased_at timestamptz not null,
  source text not null check (source in ('manual', 'payment')),
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- rules: Money: unique in the tenant for what is noted by hand; the provider's own id for a payment.
  reference text not null check (char_length(reference) between 1 and 120),
  granted_by integer,
  refund_state text check (refund_state in ('asked', 'refunded', 'declined')),
  refund_reason text not null default '' check (char_length(refund_reason) <= 1000),
  refund_asked_at timestamptz,
  refund_settled_at timestamptz,
  refund_settled_by integer,
  refund_note text not null default '' check (char_length(refund_note) <= 1000),
  primary key (client_id, id),
  unique (client_id, source, reference),
  foreign key (client_id, course_id) references course (client_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id),
  foreign key (client_id, granted_by) references app_user (client_id, id),
  foreign key (client_id, refund_settled_by) references app_user (client_id, id),
  check ((refund_state is null) = (refund_asked_at is null)),
  check ((refund_settled_at is null) = (refund_state is null or refund_state = 'asked'))
);
-- One living purchase a person and course; what was refunded stays beside it.
create unique index course_purchase_living on course_purchase (client_id, course_id, user_id)
  where refund_state is distinct from 'refunded';
create index course_purchase_user on course_purchase (client_id, user_id);
create index course_purchase_granted_by on course_purchase (client_id, granted_by);
create index course_purchase_settled_by on course_purchase (client_id, refund_settled_by);
call protect_tenant_table('course_purchase');

-- "Notify me": told once, when the course opens.
create table course_notice (
  client_id integer not null,
  course_id integer not null,
  user_id integer not null,
  asked_at timestamptz not null,
  told_at timestamptz,
  primary key (client_id, course_id, user_id),
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index course_notice_user on course_notice (client_id, user_id);
create index course_notice_untold on course_notice (client_id, course_id) where told_at is null;
call protect_tenant_table('course_notice');
