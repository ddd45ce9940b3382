-- Whether every attempt shows the options in the author's order, even where an assessment shuffles them. It belongs to the
-- question and not to a version: attempts store the order that they were drawn with.
alter table bank_question add column keep_order boolean not null default false;
