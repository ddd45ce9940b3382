-- As whom the client's mails come, and who gets the answers. Writer: features/client-info.
-- Null: the client's name.
alter table client add column mail_sender text check (length(mail_sender) between 1 and 80);
-- Null: answers go to the address that sent the mail.
alter table client add column mail_reply_to text check (length(mail_reply_to) between 3 and 254);
