-- Courses and their seats are paid online (rules: Money, seat booking). Writers: features/money (checkouts), features/courses
-- (purchases).

-- A checkout belongs to an order, a link or a course, with the course's price when it was started.
alter table payment_checkout
  add column course_id integer,
  add column price_minor bigint check (price_minor between 1 and 1000000000000),
  add foreign key (client_id, course_id) references course (client_id, id),
  drop constraint payment_checkout_one_owner,
  add constraint payment_checkout_one_owner check (num_nonnulls(order_id, link_id, course_id) = 1),
  add constraint payment_checkout_of_course
    check ((course_id is null) = (price_minor is null) and (course_id is null or user_id is not null));
create index payment_checkout_course on payment_checkout (client_id, course_id, user_id, created_at desc)
  where course_id is not null;

create function keep_checkout_course() returns trigger
  language plpgsql as $$
begin
  if (new.course_id, new.price_minor) is distinct from (old.course_id, old.price_minor) then
    raise exception 'checkout % keeps its course', old.id
      using errcode = 'check_violation', constraint = 'checkout_forward';
  end if;
  return new;
end $$;
create trigger payment_checkout_course_kept before update on payment_checkout
  for each row execute function keep_checkout_course();

-- What the course cost when the first part of it was paid online; null for what staff noted.
alter table course_purchase
  add column price_minor bigint check (price_minor >= amount_minor);

-- Money for which no seat was left goes back by itself: nobody asked for it, and once.
alter table payment_refund alter column requested_by drop not null;
create unique index payment_refund_by_itself on payment_refund (client_id, checkout_id) where requested_by is null;
