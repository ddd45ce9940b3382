-- A payment link forgets for whom it was when that person's account is deleted; its documents keep the name, as tax law
-- asks. Writer: features/own-data.
create or replace function keep_link_forward() returns trigger
  language plpgsql as $$
begin
  if (new.code, new.title, new.amount_minor, new.currency, new.part_minor, new.expires_at, new.created_by, new.created_at,
      new.idempotency_key, new.import_key)
     is distinct from
     (old.code, old.title, old.amount_minor, old.currency, old.part_minor, old.expires_at, old.created_by, old.created_at,
      old.idempotency_key, old.import_key)
     or ((new.email, new.email_key) is distinct from (old.email, old.email_key)
       and (old.email is null or new.email is null or new.email !~ '^deleted-[0-9]+@deleted\.invalid$'
         or new.email_key <> new.email))
     or (new.state <> old.state and (old.state, new.state) not in (
       ('created', 'part_paid'), ('created', 'paid'), ('created', 'expired'), ('created', 'cancelled'),
       ('part_paid', 'paid'), ('part_paid', 'expired'), ('part_paid', 'cancelled'),
       ('expired', 'paid'), ('cancelled', 'paid')))
  then
    raise exception 'payment link % goes forward only', old.id
      using errcode = 'check_violation', constraint = 'link_forward';
  end if;
  return new;
end $$;
