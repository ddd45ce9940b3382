-- Receipts, tax invoices and credit notes (rules: Money). Writer: features/money. A document says what it says from the
-- moment it has its number; its PDF is drawn from `content`.

-- Who sells, as the documents name it. Without a GSTIN there are receipts only.
create table invoice_seller (
  client_id integer primary key references client (client_id),
  legal_name text not null check (char_length(legal_name) between 1 and 120),
  address text not null check (char_length(address) between 1 and 300),
  -- Two digits, as the GST law numbers the states; null outside of India.
  state text check (state ~ '^[0-9]{2}$'),
  gstin text check (gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]{3}$'),
  -- What is sold, by the Services Accounting Code.
  sac text check (sac ~ '^[0-9]{4,8}$'),
  tax_percent integer not null default 0 check (tax_percent between 0 and 100),
  -- In front of every number.
  prefix text not null default '' check (prefix ~ '^[A-Z0-9]{0,3}$'),
  updated_at timestamptz not null,
  check (gstin is null or (left(gstin, 2) = state and sac is not null))
);
call protect_tenant_table('invoice_seller');

-- To whom a person wants tax invoices written.
create table invoice_buyer (
  client_id integer not null,
  user_id integer not null,
  legal_name text not null check (char_length(legal_name) <= 120),
  address text not null check (char_length(address) <= 300),
  state text check (state ~ '^[0-9]{2}$'),
  gstin text check (gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]{3}$'),
  primary key (client_id, user_id),
  check (gstin is null or left(gstin, 2) = state),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('invoice_buyer');

-- The last number of a kind in a financial year. The row's lock is held to the commit: who comes next waits, and a
-- rollback gives the number back. So there are no gaps and no doubles.
create table document_series (
  client_id integer not null references client (client_id),
  kind text not null check (kind in ('receipt', 'invoice', 'credit_note')),
  -- The year in which it begins, on 1 April in the client's time zone.
  year integer not null check (year between 1900 and 9999),
  last integer not null check (last > 0),
  primary key (client_id, kind, year)
);
call protect_tenant_table('document_series');

create table payment_document (
  client_id integer not null,
  id integer generated always as identity,
  kind text not null check (kind in ('receipt', 'invoice', 'credit_note')),
  year integer not null,
  sequence integer not null check (sequence > 0),
  number text not null check (char_length(number) between 1 and 30),
  transaction_id integer not null,
  person_id integer,
  -- The invoice that a credit note lowers, or the credit note that an invoice takes back.
  refers_to integer,
  issued_at timestamptz not null,
  language text not null check (language in ('en', 'hi', 'ar')),
  amount_minor bigint not null check (amount_minor > 0),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  primary key (client_id, id),
  unique (client_id, kind, year, sequence),
  unique (client_id, number),
  check (kind <> 'credit_note' or refers_to is not null),
  foreign key (client_id, kind, year) references document_series (client_id, kind, year),
  foreign key (client_id, transaction_id) references ledger_transaction (client_id, id),
  foreign key (client_id, person_id) references app_user (client_id, id),
  foreign key (client_id, refers_to) references payment_document (client_id, id)
);
create index payment_document_transaction on payment_document (client_id, transaction_id);
create index payment_document_person on payment_document (client_id, person_id);
create index payment_document_refers_to on payment_document (client_id, refers_to);
create unique index payment_document_receipt on payment_document (client_id, transaction_id) where kind = 'receipt';
call protect_tenant_table('payment_document');

revoke delete, truncate on document_series from lms_app;
revoke update, delete, truncate on payment_document from lms_app;
create trigger payment_document_append_only before update or delete or truncate on payment_document
  for each statement execute function refuse_change();

-- Receipts for what was paid before; there were no sellers with a GSTIN yet.
with movement as (
  select t.client_id, t.id, t.kind, t.at, e.amount_minor, e.currency, e.account, e.person_id, u.language, u.full_name,
    coalesce(p.reference, t.reference) as reference, k.name as seller, k.brand_colour,
    coalesce(c.title, g.title ->> u.language, g.title ->> 'en', '') as title,
    (t.at at time zone k.time_zone)::date as day
  from ledger_transaction t
  join client k on k.client_id = t.client_id
  join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
    and split_part(e.account, ':', 1) in ('bank', 'cash', 'clearing')
  left join app_user u on u.client_id = e.client_id and u.id = e.person_id
  left join course c on c.client_id = e.client_id and c.id = e.course_id
  left join course_purchase p on p.client_id = t.client_id and p.id = t.purchase_id
  left join programme_order o on o.client_id = t.client_id and o.id = t.order_id
  left join programme g on g.client_id = o.client_id and g.slug = o.programme
), numbered as (
  select m.*, year, row_number() over (partition by m.client_id, year order by m.at, m.id)::integer as sequence
  from movement m cross join lateral (select extract(year from m.day - interval '3 months')::integer as year) y
), series as (
  insert into document_series (client_id, kind, year, last)
  select client_id, 'receipt', year, max(sequence) from numbered group by client_id, year
)
insert into payment_document (client_id, kind, year, sequence, number, transaction_id, person_id, issued_at, language,
  amount_minor, content)
select client_id, 'receipt', year, sequence,
  'R' || lpad((year % 100)::text, 2, '0') || lpad(((year + 1) % 100)::text, 2, '0') || '/' || sequence,
  id, person_id, at, coalesce(language, 'en'), abs(amount_minor),
  jsonb_build_object(
    'kind', 'receipt', 'movement', case when amount_minor > 0 then 'in' else 'out' end, 'issued_on', day,
    'seller', jsonb_build_object('name', seller, 'address', '', 'state', null, 'gstin', null, 'sac', null),
    'buyer', jsonb_build_object('name', coalesce(full_name, ''), 'address', '', 'state', null, 'gstin', null),
    'title', title, 'currency', currency, 'amount_minor', abs(amount_minor), 'tax', null,
    'place', case split_part(account, ':', 1) when 'clearing' then 'online' else split_part(account, ':', 1) end,
    'reference', reference, 'about', null, 'colour', brand_colour)
from numbered;
