-- The list of payments and its sums read only the entries that move money (server/features/money): a fourth of all.
create index ledger_entry_money on ledger_entry (client_id, transaction_id) include (account, amount_minor, currency)
  where split_part(account, ':', 1) in ('bank', 'cash', 'clearing');
