-- Coupons for courses and seats that are paid online (CT5). Writer: features/money.

-- Which courses a coupon is for; null: every course. Coupons of before stay with programmes.
alter table coupon
  add column courses integer[] default '{}' check (cardinality(courses) <= 50),
  drop constraint coupon_programmes_check,
  add constraint coupon_programmes_known check (programmes <@ '{flagship,nanodegree}'::text[]),
  add constraint coupon_for_something
    check (programmes is null or courses is null or cardinality(programmes) + cardinality(courses) > 0);

-- The coupon in the price of somebody who has paid nothing for a course yet.
create table course_coupon (
  client_id integer not null,
  user_id integer not null,
  course_id integer not null,
  coupon_id integer not null,
  entered_at timestamptz not null,
  primary key (client_id, user_id, course_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade,
  foreign key (client_id, coupon_id) references coupon (client_id, id)
);
create index course_coupon_course on course_coupon (client_id, course_id);
create index course_coupon_coupon on course_coupon (client_id, coupon_id);
call protect_tenant_table('course_coupon');

-- Held by an open checkout, used by the purchase that its payment made. A place that costs nothing has no checkout.
create table course_coupon_use (
  client_id integer not null,
  id integer generated always as identity,
  coupon_id integer not null,
  user_id integer not null,
  course_id integer not null,
  checkout_id uuid,
  purchase_id integer,
  state text not null check (state in ('held', 'released', 'used')),
  discount_minor bigint not null check (discount_minor > 0),
  at timestamptz not null,
  primary key (client_id, id),
  unique (client_id, checkout_id),
  unique (client_id, purchase_id),
  check ((state = 'used') = (purchase_id is not null)),
  check (num_nonnulls(checkout_id, purchase_id) > 0),
  foreign key (client_id, coupon_id) references coupon (client_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id),
  foreign key (client_id, course_id) references course (client_id, id),
  foreign key (client_id, checkout_id) references payment_checkout (client_id, id),
  foreign key (client_id, purchase_id) references course_purchase (client_id, id)
);
create index course_coupon_use_coupon on course_coupon_use (client_id, coupon_id, at desc);
create index course_coupon_use_user on course_coupon_use (client_id, user_id, course_id);
create index course_coupon_use_course on course_coupon_use (client_id, course_id);
call protect_tenant_table('course_coupon_use');

create function keep_course_coupon_use() returns trigger
  language plpgsql as $$
begin
  if old.state = 'used'
     or (new.coupon_id, new.user_id, new.course_id, new.checkout_id)
        is distinct from (old.coupon_id, old.user_id, old.course_id, old.checkout_id)
  then
    raise exception 'use % of a coupon stays', old.id
      using errcode = 'check_violation', constraint = 'coupon_use_forward';
  end if;
  return new;
end $$;
create trigger course_coupon_use_kept before update on course_coupon_use
  for each row execute function keep_course_coupon_use();

revoke delete, truncate on course_coupon_use from lms_app;
