-- Double-entry books. Each account has a closed book: money that comes from outside or leaves is an account of the same book,
-- so that the balances of a book add up to zero in each unit and no row is shared between accounts.
create table ledger_account (
  tenant_id uuid not null,
  unit text not null check (unit in ('fen', 'sms', 'point')),
  name text not null check (name in ('wallet', 'bonus', 'alipay', 'card', 'sandbox', 'sales', 'granted', 'used', 'between')),
  balance bigint not null default 0,
  -- Number of entries.
  version bigint not null default 0,
  primary key (tenant_id, unit, name),
  constraint ledger_account_not_negative check (name not in ('wallet', 'bonus') or balance >= 0)
);

create table ledger_post (
  tenant_id uuid not null,
  id uuid not null,
  -- What caused it, such as a payment: posted once.
  key text not null,
  kind text not null,
  -- SHA-256 of its lines: the same cause never has other lines.
  lines_hash bytea not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index ledger_post_at on ledger_post (tenant_id, at desc, id desc);

create table ledger_entry (
  tenant_id uuid not null,
  unit text not null,
  name text not null,
  -- Set by the trigger: number of the entry in its account, and the balance after it.
  version bigint not null default 0,
  post_id uuid not null,
  amount bigint not null check (amount <> 0),
  balance bigint not null default 0,
  primary key (tenant_id, unit, name, version),
  foreign key (tenant_id, unit, name) references ledger_account,
  foreign key (tenant_id, post_id) references ledger_post (tenant_id, id)
);
create index ledger_entry_post on ledger_entry (tenant_id, post_id);

-- Rows of books are only read and added.
create procedure app.append_only(tbl regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tbl);
  execute format('alter table %s force row level security', tbl);
  execute format('create policy tenant on %s to airloom_app using (tenant_id = app.tenant()) with check (tenant_id = app.tenant())', tbl);
  execute format('create policy system on %s to airloom_system using (true) with check (true)', tbl);
  execute format('grant select, insert on %s to airloom_app, airloom_system', tbl);
end $$;
call app.append_only('ledger_account');
call app.append_only('ledger_post');
call app.append_only('ledger_entry');

-- A new ledger account is empty: balances change only by entries.
create function app.open_ledger_account() returns trigger language plpgsql as $$
begin
  new.balance := 0;
  new.version := 0;
  return new;
end $$;
create trigger open before insert on ledger_account for each row execute function app.open_ledger_account();

-- Not even the system changes a balance other than by an entry.
create function app.keep_balance() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 or new.version <> old.version + 1 then
    raise exception 'a balance changes by an entry only' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger keep before update on ledger_account for each row execute function app.keep_balance();
grant update on ledger_account to airloom_system;

create function app.book_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app.tenant() is not null and new.tenant_id <> app.tenant() then
    raise exception 'an entry of another account' using errcode = '42501';
  end if;
  update ledger_account set balance = balance + new.amount, version = version + 1
   where tenant_id = new.tenant_id and unit = new.unit and name = new.name
   returning balance, version into new.balance, new.version;
  if not found then
    raise exception 'no such ledger account' using errcode = '23503';
  end if;
  return new;
end $$;
grant create on schema app to airloom_system;
alter function app.book_entry() owner to airloom_system;
revoke create on schema app from airloom_system;
create trigger book before insert on ledger_entry for each row execute function app.book_entry();

-- At commit: a post has at least two lines and adds up to zero in each unit, also after a line was added later.
create function app.check_ledger_post() returns trigger language plpgsql as $$
declare
  post uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  if (select count(*) from ledger_entry where tenant_id = new.tenant_id and post_id = post) < 2 then
    raise exception 'a ledger post with fewer than two lines' using errcode = '23514';
  end if;
  if exists (select from ledger_entry where tenant_id = new.tenant_id and post_id = post
             group by unit having sum(amount) <> 0) then
    raise exception 'a ledger post that does not add up to zero' using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger balanced after insert on ledger_post deferrable initially deferred
  for each row execute function app.check_ledger_post('id');
create constraint trigger balanced after insert on ledger_entry deferrable initially deferred
  for each row execute function app.check_ledger_post('post_id');

-- The proof of the books: each row is a fault.
create view ledger_fault with (security_invoker = true) as
  select 'postUnbalanced' as fault, tenant_id, post_id::text as subject
    from ledger_entry group by tenant_id, post_id, unit having sum(amount) <> 0
  union all
  select 'postWithoutLines', tenant_id, id::text from ledger_post
   where not exists (select from ledger_entry
                     where ledger_entry.tenant_id = ledger_post.tenant_id and post_id = ledger_post.id)
  union all
  select 'bookUnbalanced', tenant_id, unit from ledger_account group by tenant_id, unit having sum(balance) <> 0
  union all
  select 'balanceDiffers', tenant_id, unit || ' ' || name
    from ledger_account left join (
      select tenant_id, unit, name, sum(amount) as total, count(*) as entries, max(version) as newest
      from ledger_entry group by tenant_id, unit, name
    ) booked using (tenant_id, unit, name)
   where balance <> coalesce(total, 0) or version <> coalesce(entries, 0) or version <> coalesce(newest, 0)
  union all
  select 'chainBroken', tenant_id, unit || ' ' || name || ' ' || version
    from (select *, lag(balance, 1, 0::bigint) over (partition by tenant_id, unit, name order by version) as previous
          from ledger_entry) chain
   where previous + amount <> balance
  union all
  -- What leaves one account arrives in another.
  select 'transferUnbalanced', null::uuid, unit from ledger_account where name = 'between'
   group by unit having sum(balance) <> 0;
grant select on ledger_fault to airloom_app, airloom_system;
